// Preloaded into coordinators and workers (LD_PRELOAD), it makes calls on files fail and the wall clock wrong while a control
// file says so. It is linked into no program. See LarderChaos, which writes the file.
//
//   LARDER_SHIM_CONTROL   the control file: six 64-bit numbers, see larder_shim_control
//   LARDER_SHIM_FOLDER    calls on this folder and on what is in it may fail; its path without symbolic links
#ifndef CHAOSSHIM_H
#define CHAOSSHIM_H

#include <stdint.h>

/// What the control file holds, in this machine's byte order. Each number is read at every call.
struct larder_shim_control {
    /// Nanoseconds that the wall clock is ahead.
    int64_t clock_offset;
    /// The errno value that calls fail with; 0: none fails.
    int64_t error;
    /// How many of a thousand calls fail.
    int64_t share;
    /// Who is disturbed: 1 workers, 2 coordinators, 3 both.
    int64_t programs;
    /// Which calls of those fail.
    int64_t seed;
    /// The call, from 1, that changes a file of the folder and that a process does not live to make; 0: none.
    int64_t last_change;
};

#endif
