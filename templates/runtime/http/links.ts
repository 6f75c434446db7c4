import { both, type Condition, equal } from '../condition.js'
import { Forbidden } from '../errors.js'
import type { Json } from '../json.js'
import type { Key, ModelSpec, RelationSpec, Row } from '../model.js'
import { isKey } from '../repository/keys.js'
import type { Session } from '../store.js'

/** Which items of a model the caller may link and unlink from the other end: what a write there does to their back-reference. */
export interface LinkRight {
  /** `all`: every item; `none`: no item, because the caller may not write the back-reference. */
  readonly of: 'all' | 'none' | ((row: Row) => boolean | Promise<boolean>)
  /** The items that the caller sees; undefined: all. Nobody unlinks by leaving out what they do not know of. */
  readonly seen: Condition | undefined
}

/** A relation of side `one` that a write sets. */
export interface LinkWrite {
  /** The relation's field. */
  readonly name: string
  readonly relation: RelationSpec
  readonly target: ModelSpec
  /** What the field shall be: a key, a list of keys, or null. */
  readonly value: Json
  /** Whether the body names the field; a PUT clears what it leaves out. */
  readonly isGiven: boolean
  /** The key of the item that is written; undefined for a new one. */
  readonly owner: Key | undefined
}

/**
 * The value to store for a relation: items that the caller does not see stay linked, and where the body leaves the relation out, so do those that
 * the caller may not change. Undefined: the relation stays as it is.
 * @throws Forbidden where the caller may not change an item that would be linked or unlinked
 */
export async function permittedLinks(
  session: Session,
  write: LinkWrite,
  right: LinkRight,
): Promise<Json | undefined> {
  const { relation, target, value, isGiven, owner } = write
  if (right.of === 'all') return value
  const store = session.store(target.name)
  const orderBy = [{ field: target.key, direction: 'asc' }] as const
  const keys = [value].flat().filter(isKey)
  const named: Condition = { kind: 'compare', field: target.key, op: 'in', value: keys }
  const linked = keys.length === 0 ? [] : await store.find({ where: named, orderBy })
  for (const row of linked)
    if (owner === undefined || row[relation.inverse] !== owner) await check(write, right, row)
  if (owner === undefined) return value
  const others = both(equal(relation.inverse, owner), { kind: 'not', of: named })
  const unseen =
    right.seen && (await store.find({ where: both(others, { kind: 'not', of: right.seen }), orderBy }))
  const isUnseen = new Set(unseen?.map((row) => row[target.key]))
  const kept: Key[] = []
  for (const row of await store.find({ where: others, orderBy })) {
    const key = row[target.key]
    const stays = isUnseen.has(key)
      ? relation.many || keys.length === 0
      : !isGiven && !(await isPermitted(right, row))
    if (!stays) await check(write, right, row)
    else if (isKey(key)) kept.push(key)
  }
  if (kept.length === 0) return value
  return relation.many ? [...keys, ...kept] : undefined
}

function isPermitted({ of }: LinkRight, row: Row): boolean | Promise<boolean> {
  return typeof of === 'function' ? of(row) : of === 'all'
}

async function check({ name, relation, target }: LinkWrite, right: LinkRight, row: Row): Promise<void> {
  if (await isPermitted(right, row)) return
  const what = `the ${target.name} ${String(row[target.key])}`
  const message =
    right.of === 'none' ? `you may not write "${relation.inverse}" of ${what}` : `you may not change ${what}`
  throw new Forbidden(`${name}: ${message}`, { errors: [{ path: `/${name}`, message }] })
}
