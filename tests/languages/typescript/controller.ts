import { Body, Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { type Cart, Line as CartLine } from './cart';
import fs = require('node:fs');
export type { Cart } from './cart';
export * as errors from './errors';

const PREFIX = 'shop' as const;

/**
 * Carts over HTTP.
 */
@Controller(PREFIX)
@UseGuards(AuthGuard('jwt'), Roles)
export class CartController implements OnInit, Disposable<Cart> {
  static readonly LIMIT = 50;
  private readonly log = new Logger(CartController.name);
  protected cache?: Map<string, Cart>;
  declare name: string;

  constructor(
    private readonly carts: CartService,
    @Inject(CONFIG) public config: Config,
    mailer: Mailer,
  ) {}

  /** One cart. */
  @Get(':id')
  async find(@Param('id') id: string, @Req() req: Request): Promise<Cart | undefined> {
    return this.carts.find(id) ?? this.fallback<Cart>(id);
  }

  @Post()
  create(@Body() body: Partial<Cart>): Promise<CartLine[]> {
    return this.carts.save(body as Cart).then((saved) => saved!.lines);
  }

  private fallback<T extends Cart>(id: string): T;
  private fallback<T extends Cart>(id: number): T;
  private fallback(id: unknown) {
    return JSON.parse(fs.readFileSync(`${id}.json`, 'utf8')) satisfies Cart;
  }

  get size(): number { return this.cache?.size ?? 0; }

  onInit = (): void => { void this.log.info('up'); };

  static [Symbol.hasInstance](x: unknown): x is CartController { return true; }
}
