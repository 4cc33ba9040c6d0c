// libsndfile, loaded when it is first needed, so that neither a build nor a start needs it.
#ifndef KEEPALIVE_CSNDFILE_H
#define KEEPALIVE_CSNDFILE_H

#include <stdint.h>

/// The SF_INFO in libsndfile's documentation of its API.
typedef struct {
    int64_t frames;
    int samplerate;
    int channels;
    int format;
    int sections;
    int seekable;
} CSndFile_Info;

/// The SNDFILE of libsndfile.
typedef struct CSndFile CSndFile;

/// Loads the library; 0 when it is there.
int CSndFile_load(void);

/// sf_open(3) for reading. It and the functions below may be called only after CSndFile_load() has succeeded.
CSndFile *CSndFile_open(const char *path, CSndFile_Info *info);

/// sf_strerror(3).
const char *CSndFile_error(CSndFile *file);

/// sf_readf_double(3), normalised to -1 to 1.
int64_t CSndFile_read(CSndFile *file, double *samples, int64_t frames);

/// sf_seek(3) from the start.
int64_t CSndFile_seek(CSndFile *file, int64_t frame);

/// sf_close(3).
void CSndFile_close(CSndFile *file);

#endif
