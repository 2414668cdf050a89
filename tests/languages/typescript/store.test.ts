import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Store } from '../src/store';

vi.mock('../src/mail', () => ({ send: vi.fn() }));

const make = (size = 1): Store => new Store({ size });

describe('Store', () => {
  let store: Store;

  beforeEach(() => {
    store = make();
  });

  afterEach(async () => { await store.close(); });

  it('is empty', () => {
    expect(store.size).toBe(0);
  });

  it.each([[1, 2], [2, 3]])('adds %i', (a, b) => {
    expect(store.add(a)).toEqual(b);
  });

  describe.skip('when full', () => {
    it(`throws ${'Full'}`, async () => {
      await expect(() => store.add(9)).rejects.toThrow(Store.Full);
    });
  });

  it.todo('drops the oldest');
});

test.concurrent('standalone', function () { make(2); });
