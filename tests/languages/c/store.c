/*
 * Copyright 2020 The Authors. All rights reserved.
 */

/* A small key-value store. */
#include <stdlib.h>
#include "store.h"

#define MAX_KEYS 64 /* per shard */
#define SLOT(i) \
  ((i) % MAX_KEYS)

/* A comment with "quotes" and a brace { must not matter. */
static const char *const names[] = {"a", "b"};
int live, *free_list = NULL;
static void (*hook)(int);

/** An entry of the store. */
typedef struct entry {
  struct entry *next; /* chained */
  int (*compare)(const void *, const void *);
  unsigned dirty : 1;
  union {
    int number;
    char *text;
  } value;
} entry_t, *entry_ptr;

typedef struct {
  int size;
} pool_t;

typedef int (*visitor_fn)(entry_t *e, void *data);
typedef unsigned long key_id;

enum level { LOW = 1, HIGH };

/* Options of a run. */
static struct {
  int verbose;
} options;

struct point { int x, y; } origin = {0, 0};

/**
 * Finds the entry of a key.
 *
 * @param key what to look for
 */
entry_t *store_find(const char *key)
{
  struct local { int depth; } here = {0};
  int i = hash(key);
  for (entry_t *e = table[i]; e; e = e->next)
    if (e->compare(e, key) == 0 && here.depth == 0)
      return (entry_t *)e;
  return NULL;
}

/* Returns a pointer to a function. */
int (*store_visitor(int kind))(void)
{
  return 0;
}

/* The old way of writing parameters. */
int old_add(a, b)
    int a;
    char *b;
{
  return a + atoi(b);
}

static struct point *make_point(void) { return calloc(1, sizeof(struct point)); }
