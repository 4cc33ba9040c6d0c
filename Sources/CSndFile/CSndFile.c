#include "CSndFile.h"

#include <dlfcn.h>
#include <stdio.h>

// Why it is not linked: every start would load ten libraries of codecs, for an option that few runs use.

#ifdef __APPLE__
#define LIBRARY "libsndfile.1.dylib"
#else
#define LIBRARY "libsndfile.so.1"
#endif

enum { MODE_READ = 0x10 };

static CSndFile *(*sf_open)(const char *, int, CSndFile_Info *);
static const char *(*sf_strerror)(CSndFile *);
static int64_t (*sf_readf_double)(CSndFile *, double *, int64_t);
static int64_t (*sf_seek)(CSndFile *, int64_t, int);
static int (*sf_close)(CSndFile *);

int CSndFile_load(void) {
    if (sf_close) return 0;
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) return -1;
    *(void **)&sf_open = dlsym(library, "sf_open");
    *(void **)&sf_strerror = dlsym(library, "sf_strerror");
    *(void **)&sf_readf_double = dlsym(library, "sf_readf_double");
    *(void **)&sf_seek = dlsym(library, "sf_seek");
    *(void **)&sf_close = dlsym(library, "sf_close");
    return sf_open && sf_strerror && sf_readf_double && sf_seek && sf_close ? 0 : -1;
}

CSndFile *CSndFile_open(const char *path, CSndFile_Info *info) { return sf_open(path, MODE_READ, info); }

const char *CSndFile_error(CSndFile *file) { return sf_strerror(file); }

int64_t CSndFile_read(CSndFile *file, double *samples, int64_t frames) { return sf_readf_double(file, samples, frames); }

int64_t CSndFile_seek(CSndFile *file, int64_t frame) { return sf_seek(file, frame, SEEK_SET); }

void CSndFile_close(CSndFile *file) { sf_close(file); }
