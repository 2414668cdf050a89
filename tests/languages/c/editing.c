/* Größen, in Latin-1 mit CRLF. */
#include <stdio.h>

int before(int a)
{
    return a;
}

int editing(struct box *b, 
{
    if (b->
    switch (b->kind) {

static int middle(void)
{
    return before(1);
}

struct after {
    int x;
};

int last(struct after *a)
{
    return a->x + middle();
}
