// libsndfile, loaded when it is first needed.
#ifndef KEEPALIVE_CSNDFILE_SHIM_H
#define KEEPALIVE_CSNDFILE_SHIM_H

#include <dlfcn.h>
#include <sndfile.h>

// Why: linked, it would bring ten libraries of codecs into every start, for an option that few runs use.

static inline void *CSndFile_library(void) {
    static void *library;
    if (!library) library = dlopen("libsndfile.so.1", RTLD_NOW | RTLD_LOCAL);
    return library;
}

#define CSNDFILE_FUNCTION(name) ((__typeof__(&name))dlsym(CSndFile_library(), #name))

/// Loads the library; 0 when it is there.
static inline int CSndFile_load(void) { return CSndFile_library() ? 0 : -1; }

/// sf_open(3) for reading.
static inline SNDFILE *CSndFile_open(const char *path, SF_INFO *format) {
    return CSNDFILE_FUNCTION(sf_open)(path, SFM_READ, format);
}

/// sf_strerror(3).
static inline const char *CSndFile_error(SNDFILE *file) { return CSNDFILE_FUNCTION(sf_strerror)(file); }

/// sf_readf_double(3), normalised to -1 to 1.
static inline sf_count_t CSndFile_read(SNDFILE *file, double *samples, sf_count_t frames) {
    return CSNDFILE_FUNCTION(sf_readf_double)(file, samples, frames);
}

/// sf_seek(3) from the start.
static inline sf_count_t CSndFile_seek(SNDFILE *file, sf_count_t frame) {
    return CSNDFILE_FUNCTION(sf_seek)(file, frame, SEEK_SET);
}

/// sf_close(3).
static inline void CSndFile_close(SNDFILE *file) { CSNDFILE_FUNCTION(sf_close)(file); }

#endif
