// The part of libgps that Swift cannot import, or that changed its name between versions.
#ifndef KEEPALIVE_CGPS_SHIM_H
#define KEEPALIVE_CGPS_SHIM_H

#include <gps.h>

#if !defined(GPSD_API_MAJOR_VERSION) || GPSD_API_MAJOR_VERSION < 11
#error "KeepAlive needs libgps of gpsd 3.22 or later: apt-get install libgps-dev (Debian 12 or later has it)"
#endif

// Why: the fields of a fix moved between API versions. They are in nested C structs that Swift imports as large tuples
// and unions; the wrappers copy nothing.
static inline int CGPS_mode(const struct gps_data_t *data) { return data->fix.mode; }
static inline double CGPS_latitude(const struct gps_data_t *data) { return data->fix.latitude; }
static inline double CGPS_longitude(const struct gps_data_t *data) { return data->fix.longitude; }
static inline double CGPS_altitudeMSL(const struct gps_data_t *data) { return data->fix.altMSL; }
static inline double CGPS_horizontalError(const struct gps_data_t *data) { return data->fix.eph; }
static inline double CGPS_verticalError(const struct gps_data_t *data) { return data->fix.epv; }
static inline double CGPS_speed(const struct gps_data_t *data) { return data->fix.speed; }
static inline double CGPS_track(const struct gps_data_t *data) { return data->fix.track; }
static inline long long CGPS_seconds(const struct gps_data_t *data) { return (long long)data->fix.time.tv_sec; }
static inline long CGPS_nanoseconds(const struct gps_data_t *data) { return data->fix.time.tv_nsec; }

// Why: the masks for `set` are macros with and without a suffix, which Swift imports with different widths.
static inline int CGPS_hasMode(const struct gps_data_t *data) { return (data->set & MODE_SET) != 0; }
static inline int CGPS_hasTime(const struct gps_data_t *data) { return (data->set & TIME_SET) != 0; }
static inline int CGPS_hasVersion(const struct gps_data_t *data) { return (data->set & VERSION_SET) != 0; }
static inline int CGPS_serverMajor(const struct gps_data_t *data) { return data->version.proto_major; }
static inline int CGPS_serverMinor(const struct gps_data_t *data) { return data->version.proto_minor; }
static inline const char *CGPS_serverRelease(const struct gps_data_t *data) { return data->version.release; }

// Why: gps_open connects by itself, without a time limit, and gps_read reads by itself. So KeepAlive makes the
// connection, and libgps only parses the lines. It does not clear the flags of earlier messages, so they are cleared
// first.
static inline int CGPS_unpack(struct gps_data_t *data, char *line) {
    data->set = 0;
    return gps_unpack(line, data);
}

// Why: as above for the masks. The answer to WATCH or DEVICES is a C array of 6 KB structs.
static inline int CGPS_hasPolicy(const struct gps_data_t *data) { return (data->set & POLICY_SET) != 0; }
static inline int CGPS_hasDevices(const struct gps_data_t *data) { return (data->set & DEVICELIST_SET) != 0; }
static inline int CGPS_deviceCount(const struct gps_data_t *data) { return data->devices.ndevices; }
static inline const char *CGPS_devicePath(const struct gps_data_t *data, int index) {
    return data->devices.list[index].path;
}

#endif
