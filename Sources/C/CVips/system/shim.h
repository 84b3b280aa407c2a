/* Exists so that SwiftPM asks pkg-config for the include paths and libraries of libvips; Swift sees CVips.h instead. */
#ifndef LARDER_CVIPS_SYSTEM_SHIM_H
#define LARDER_CVIPS_SYSTEM_SHIM_H
#endif
