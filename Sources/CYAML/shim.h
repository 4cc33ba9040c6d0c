// The part of libyaml that Swift cannot import: the unions of its nodes.
#ifndef KEEPALIVE_CYAML_SHIM_H
#define KEEPALIVE_CYAML_SHIM_H

#include <yaml.h>

static inline const unsigned char *CYAML_text(const yaml_node_t *node) { return node->data.scalar.value; }
static inline size_t CYAML_textLength(const yaml_node_t *node) { return node->data.scalar.length; }

static inline size_t CYAML_itemCount(const yaml_node_t *node) {
    return (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
}
static inline int CYAML_item(const yaml_node_t *node, size_t index) { return node->data.sequence.items.start[index]; }

static inline size_t CYAML_pairCount(const yaml_node_t *node) {
    return (size_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start);
}
static inline int CYAML_key(const yaml_node_t *node, size_t index) { return node->data.mapping.pairs.start[index].key; }
static inline int CYAML_value(const yaml_node_t *node, size_t index) {
    return node->data.mapping.pairs.start[index].value;
}

#endif
