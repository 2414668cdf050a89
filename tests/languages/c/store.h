/** @file Interface of the store. */
#ifndef STORE_H
#define STORE_H

#ifdef __cplusplus
extern "C" {
#endif

#define STORE_API __attribute__((visibility("default")))
#define STORE_DEBUG

struct entry;

/** Opens a store. */
STORE_API int store_open(const char *path, int flags);
STORE_API struct entry *store_get(const char *key);

extern int store_count, store_limit;

typedef struct store_stat {
  long hits;
  STORE_COMMON_FIELDS
} store_stat;

enum store_error {
#define X(name) STORE_E##name,
  STORE_ERRORS(X)
#undef X
  STORE_OK
};

#ifdef STORE_THREADS
void store_lock(void);
#else
static inline void store_lock(void) {}
#endif

#ifdef __cplusplus
}
#endif

#endif
