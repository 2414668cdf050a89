/* Types inside of export macros. */
#ifndef EXPORTED_H
#define EXPORTED_H

/** Path of a store. */
SHOP_EXTERN(const char *) shop_path(const shop_store *store);

SHOP_EXTERN(int) shop_open(shop_store **out);

PyAPI_FUNC(PyObject *) PyShop_New(Py_ssize_t size);

SHOP_EXTERN(void *) shop_alloc(shop_store *store, size_t len);

const char *shop_plain(void);

#endif
