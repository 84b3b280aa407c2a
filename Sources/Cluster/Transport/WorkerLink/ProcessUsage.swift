internal import Glibc
internal import LarderThreading

enum ProcessUsage {
    static var current: (residentBytes: UInt64, cpuMs: UInt64) {
        var usage = rusage()
        guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return (0, 0) }
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
        return (ProcessMemory.residentBytes() ?? 0, UInt64(seconds * 1000 + microseconds / 1000))
    }
}
