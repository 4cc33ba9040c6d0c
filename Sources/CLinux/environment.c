#include "CLinux.h"

#include <unistd.h>

// Swift can read it, but not set it.
extern char **environ;

char **clinux_exchange_environment(char **entries) {
    return __atomic_exchange_n(&environ, entries, __ATOMIC_ACQ_REL);
}
