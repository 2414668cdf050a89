#ifndef SHOP_VEC_H
#define SHOP_VEC_H
/** @file vec.h
 *  A growing array of anything. */

#include <stddef.h>

#define VEC_MIN 8
#define VEC_AT(v, i) ((v)->items[(i)])
#define VEC(type) struct vec_##type { type *items; size_t count; }

/** A growing array. */
typedef struct vec {
    void **items;       /**< what it holds */
    size_t count, room;
    struct { int major, minor; } version;
    union {
        long n;
        double d;
    };
} vec_t, *vec_ptr;

enum vec_error { VEC_OK, VEC_FULL = -1, VEC_RANGE };

typedef enum { ASCENDING, DESCENDING } order_t;
typedef int vec_compare(const void *a, const void *b);

/**
 * Adds one item.
 *
 * @return VEC_OK or VEC_FULL
 */
enum vec_error vec_push(vec_t *v, void *item) __attribute__((nonnull));
void vec_sort(vec_t *v, vec_compare *by, order_t order);
void *(*vec_allocator(void))(size_t);

static inline size_t vec_count(const vec_t *v) { return v->count; }

#endif /* SHOP_VEC_H */
