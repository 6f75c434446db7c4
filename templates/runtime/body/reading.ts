import { BadRequest, type Fault } from '../errors.js'
import type { Json } from '../json.js'
import type { Row } from '../model.js'
import type { Unfit } from '../values/index.js'
import { pointer } from './pointer.js'

/** One document of a body on its way to a row. */
export interface Reading {
  readonly action: 'create' | 'replace' | 'update' | 'update_many'
  /** Where the document stands in the body: empty, or `/1`. */
  readonly path: string
  /** The item as it is, where there is one. */
  readonly existing: Row | undefined
  /** Relations that the path sets. */
  readonly within: Row
  /** Pointers to numbers that have lost digits. */
  readonly lost: ReadonlySet<string>
  /** What becomes the row. */
  readonly data: Record<string, Json>
  /** What the JSON schema is to judge. */
  readonly judged: Record<string, Json>
  /** Those of the whole body. */
  readonly faults: Fault[]
}

/** Notes what is wrong with a field. */
export function addFault(reading: Reading, name: string, message: string): void {
  reading.faults.push({ path: pointer(reading.path, name), message })
}

/** Notes what is wrong with a field's value, or with items of it. */
export function addUnfit(reading: Reading, name: string, { message, items }: Unfit): void {
  if (items === undefined) return addFault(reading, name, message)
  const list = pointer(reading.path, name)
  for (const item of items) reading.faults.push({ path: pointer(list, item.index), message: item.message })
}

/** How many faults the one line of an answer tells; `errors` has them all. */
const TOLD = 3

/** @throws BadRequest where there are faults */
export function refuse(faults: readonly Fault[]): void {
  if (faults.length === 0) return
  const told = faults
    .slice(0, TOLD)
    .map(({ path, message }) => `${path === '' ? 'the body' : path.slice(1)} ${message}`)
  const more = faults.length > TOLD ? `; and ${faults.length - TOLD} more` : ''
  throw new BadRequest(told.join('; ') + more, { errors: faults })
}
