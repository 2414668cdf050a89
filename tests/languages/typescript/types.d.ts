// Types of the store.
export declare function open(path: string): Store;
export declare class Store {
  readonly size: number;
  get(key: string): Promise<Entry | undefined>;
  static of(x: Iterable<Entry>): Store;
}
export as namespace StoreLib;
declare namespace Inner.Deep {
  let flag: boolean;
  interface Options { verbose?: boolean }
}
