#include "CLinux.h"

#include <sys/prctl.h>
#include <unistd.h>

// Swift can read it, but not set it.
extern char **environ;

void clinux_set_name(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

char **clinux_exchange_environment(char **entries) {
    return __atomic_exchange_n(&environ, entries, __ATOMIC_ACQ_REL);
}
