import type { FastifyRequest } from 'fastify'
import type { Key, ModelSpec, Row } from '../model.js'
import { type Caller, TRUSTED } from '../query/parameters.js'
import { ALL_ROWS, type Items, type RowAccess } from '../repository/items.js'
import { isKey, partsOf } from '../repository/parts.js'
import { type Condition, EVERYTHING, type Session } from '../store.js'
import { parseValue } from '../values/values.js'

export type Names = ReadonlySet<string>

/** A write of items by a request. */
export interface Write {
  readonly session: Session
  readonly items: Items
  readonly action: 'register' | 'create' | 'update' | 'replace'
  /** The item before the write; undefined for new items, and for several items. */
  readonly item?: Row | undefined
  /** The relations that the path determines. */
  readonly within?: Row | undefined
  /** Merges the dicts in the body of a PATCH into those of an item. */
  readonly merge?: ((item: Row) => Row) | undefined
  /** The field that the path names; undefined if the body contains the fields. */
  readonly field?: string
}

/** What to store in several items. */
export interface BulkChanges {
  /** The changes of all items. */
  readonly data: Row
  /** Returns further changes of an item; null if there are none. */
  readonly changesOf: ((session: Session, item: Row) => Promise<Row>) | null
}

/** What a caller can read and write. Each policy has each answer, so that nothing is allowed because nobody asks. */
export interface Policy extends Caller {
  /** The user who sent the request; undefined for an anonymous caller. */
  readonly user: Row | undefined
  /** The rows that the caller can read and write. */
  readonly rows: RowAccess
  /**
   * Returns the key that a path contains, or undefined if the text cannot be a key.
   * @throws Unauthorized if the text stands for the caller, who is anonymous
   */
  keyIn(model: ModelSpec, text: string): Key | undefined
  /** Returns the condition for the items whose keys documents show in relations. */
  scope(model: ModelSpec): Condition
  /** Returns whether documents can contain an item, instead of its key. */
  mayNest(session: Session, model: ModelSpec, row: Row): Promise<boolean>
  /** Returns the items of a response as the caller sees them: undefined for written items that the caller cannot view. */
  written(session: Session, model: ModelSpec, rows: readonly Row[]): Promise<readonly (Row | undefined)[]>
  /** Returns whether a write of fields depends on the stored item. */
  needsItem(model: ModelSpec, names: readonly string[]): boolean
  /** Returns whether the caller can link and unlink an item through the other end of a relation. @throws Forbidden */
  mayLink(write: Write, model: ModelSpec, backReference: string, row: Row): Promise<boolean>
  /** @throws Forbidden for the fields in the body that the caller is not allowed to write in several items */
  checkBody(model: ModelSpec): void
  /**
   * Reads the body of a write, and returns the data to store. @throws Forbidden for what the caller cannot write
   * @param read reads the rows in the body. A PUT that omits the fields in `kept` leaves them unchanged.
   */
  write(write: Write, read: (kept: Names) => Promise<readonly Row[]>): Promise<Row[]>
  /**
   * Checks a write of the selected items before handlers run, whose own changes are not checked. @throws Forbidden
   * @returns the data to store, and the condition for the checked items, because other requests can add to the selection
   */
  permitMany(
    write: Write,
    where: Condition,
    data: Row,
  ): Promise<{ readonly data: Row; readonly checked: Condition }>
  /** Returns what to store in the selected items. @throws Forbidden */
  writeMany(write: Write, where: Condition, data: Row): Promise<BulkChanges>
}

/** The policy without restrictions. Everyone can read and write everything, apart from what nobody can read. */
export const OPEN: Policy = {
  ...TRUSTED,
  visible: (model) => partsOf(model).visible,
  user: undefined,
  rows: ALL_ROWS,
  keyIn(model, text) {
    const parsed = parseValue(model.fields[model.key] ?? { type: 'string' }, text)
    // Each item has one URL, so `01` and `+1` are not the key 1.
    return parsed.ok && isKey(parsed.value) && String(parsed.value) === text ? parsed.value : undefined
  },
  scope: () => EVERYTHING,
  mayNest: async () => true,
  written: async (_session, _model, rows) => rows,
  needsItem: () => false,
  mayLink: async () => true,
  checkBody: () => undefined,
  write: async ({ items }, read) => [...(await read(partsOf(items.model).secret))],
  permitMany: async (_write, _where, data) => ({ data, checked: EVERYTHING }),
  writeMany: async (_write, _where, data) => ({ data, changesOf: null }),
}

/** Returns the values of a write that are in the body. Handlers and the service set the others. */
export function givenIn({ body }: FastifyRequest, data: Row): Row {
  return Object.fromEntries(Object.entries(data).filter(([name]) => Object.hasOwn(Object(body), name)))
}
