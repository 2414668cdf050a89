// Licensed under the Apache License, Version 2.0
package com.shop.web;

import static com.shop.web.Views.*;
import static org.springframework.http.HttpStatus.CREATED;

import com.shop.model.Cart;
import java.util.List;
import java.util.Map.Entry;

/**
 * Carts over HTTP.
 *
 * @since 1.2
 */
@RestController
@RequestMapping(path = "/carts", produces = MediaType.APPLICATION_JSON_VALUE)
public class CartController extends Base<Cart> implements AutoCloseable, java.io.Serializable {
    private static final Logger LOG = LoggerFactory.getLogger(CartController.class);
    private static final long serialVersionUID = 1L;

    private final CartService carts, archive;
    @Value("${page.size:50}") int pageSize;

    static {
        LOG.info("loaded");
    }

    @Autowired
    public CartController(CartService carts, @Qualifier("old") CartService archive) {
        super(Cart.class);
        this.carts = carts;
        this.archive = archive;
    }

    /** One cart, or 404. */
    @GetMapping("/{id}")
    @PreAuthorize("hasRole('READER')")
    public ResponseEntity<Cart> find(@PathVariable("id") final long id) throws NotFoundException {
        return carts.find(id).map(ResponseEntity::ok).orElseThrow(() -> new NotFoundException("cart " + id));
    }

    @PostMapping
    @ResponseStatus(CREATED)
    Cart create(@Valid @RequestBody Cart cart) { return carts.save(cart); }

    protected <T extends Cart & Comparable<T>> List<? super T> sorted(T[] items, Class<?>... types) {
        for (Entry<String, Cart> entry : carts.all().entrySet()) {
            if (entry.getValue() instanceof PaidCart paid && paid.total() > 0) {
                LOG.debug(paid.toString());
            }
        }
        Runnable later = new Runnable() {
            @Override public void run() { archive.flush(); }
        };
        return Arrays.<T>asList(items);
    }

    @Override
    public void close() {}
}
