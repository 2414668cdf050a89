/* Flags and the comments beside them. */
#ifndef COMMENTS_H
#define COMMENTS_H

#define FLAG_A (1 << 0) /* a comment that
                           goes on (below) or the like */
#define FLAG_B (1 << 1)
#define JOIN(a, b) \
  a ## b /* and this
            one */

#define EACH(list, block)                 \
  do {                                    \
    /* Checked first, since a callback    \
     * may close the list { or
     * free it */                         \
    if (!closing(list))                   \
      block                               \
  } while (0)

int first(int a);

static inline int pick(int *list)
{
#ifdef WIDE
  if(list[0])
    goto add;
  else
    return 1;

add:
#endif
  for(int i = 0; i < 3; i++)
    ;
  return list[1];
}

int last(void);

#endif
