// The part of libyaml that Swift cannot import: the unions of its events.
#ifndef KEEPALIVE_CYAML_SHIM_H
#define KEEPALIVE_CYAML_SHIM_H

#include <yaml.h>

static inline const unsigned char *CYAML_text(const yaml_event_t *event) { return event->data.scalar.value; }
static inline size_t CYAML_textLength(const yaml_event_t *event) { return event->data.scalar.length; }

/// The name that the value gets, or that an alias stands for; null when there is none.
static inline const unsigned char *CYAML_anchor(const yaml_event_t *event) {
    switch (event->type) {
    case YAML_ALIAS_EVENT: return event->data.alias.anchor;
    case YAML_SCALAR_EVENT: return event->data.scalar.anchor;
    case YAML_SEQUENCE_START_EVENT: return event->data.sequence_start.anchor;
    case YAML_MAPPING_START_EVENT: return event->data.mapping_start.anchor;
    default: return 0;
    }
}

#endif
