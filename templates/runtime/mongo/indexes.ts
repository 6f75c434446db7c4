import type { CreateIndexesOptions } from 'mongodb'

/** An index as the driver makes it. */
export interface Index {
  readonly key: Readonly<Record<string, 1>>
  readonly options: CreateIndexesOptions
}

/**
 * The index of a field. Null is never stored, so unique indexes are sparse. Others hold the key too, so that pages are read in their order
 * without sorting.
 */
export function indexOf({ path, unique }: { readonly path: string; readonly unique: boolean }): Index {
  return unique
    ? { key: { [path]: 1 }, options: { unique: true, sparse: true } }
    : { key: { [path]: 1, _id: 1 }, options: {} }
}
