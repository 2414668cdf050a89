/* Old style definitions, tables and odd declarators. */
int add(a, b)
    int a;
    int b;
{
    return a + b;
}

static const struct command {
    const char *name;
    int (*run)(int, char **);
} commands[] = {
    { "add", cmd_add },
    { "list", cmd_list },
};

unsigned char *buffer, (*table)[16], **rows;
void (*signal(int sig, void (*handler)(int)))(int);
_Thread_local int errors = 0;
_Static_assert(sizeof(int) == 4, "int");
__attribute__((noreturn)) void die(const char *why) { exit(1); }
DEFINE_HOOK(on_start)
{
    return 0;
}
MODULE_LICENSE("GPL");
EXPORT_SYMBOL(add);

static inline __must_check int __init probe(struct device *dev)
{
    return container_of(dev, struct box, dev)->id;
}
