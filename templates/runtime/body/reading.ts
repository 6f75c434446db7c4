import type { FaultList } from '../errors.js'
import type { Json } from '../json.js'
import type { Row } from '../model.js'
import type { Unfit } from '../values/index.js'
import { pointer } from './pointer.js'

/** One document of a body on its way to a row. */
export interface Reading {
  readonly action: 'create' | 'replace' | 'update' | 'update_many' | 'assign'
  /** Where the document stands in the body: empty, or `/1`. */
  readonly path: string
  /** The item as it is, where there is one. */
  readonly existing: Row | undefined
  /** Relations that the path sets. */
  readonly within: Row
  /** Names of the numbers in the document that have lost digits. */
  readonly lost: ReadonlySet<string>
  /** What becomes the row. */
  readonly data: Record<string, Json>
  /** What the JSON schema is to judge. */
  readonly judged: Record<string, Json>
  /** Those of the whole body. */
  readonly faults: FaultList
}

/** Notes what is wrong with a field. */
export function addFault(reading: Reading, name: string, message: string): void {
  if (reading.faults.isFull) reading.faults.skip(1)
  else reading.faults.add(pointer(reading.path, name), message)
}

/** Notes what is wrong with a field's value, or with items of it. */
export function addUnfit(reading: Reading, name: string, { message, items }: Unfit): void {
  if (items === undefined) return addFault(reading, name, message)
  const list = pointer(reading.path, name)
  if (reading.faults.isFull) return reading.faults.skip(items.length)
  for (const item of items) reading.faults.add(pointer(list, item.index), item.message)
}
