#include "CLinux.h"

#include <unistd.h>

// Swift may read it, not set it.
extern char **environ;

char **clinux_exchange_environment(char **entries) {
    return __atomic_exchange_n(&environ, entries, __ATOMIC_ACQ_REL);
}
