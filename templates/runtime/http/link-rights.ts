import { Forbidden, pointer } from '../errors.js'
import type { Json } from '../json.js'
import type { Key, ModelSpec, RelationSpec, Row } from '../model.js'
import { isKey } from '../repository/parts.js'
import { type Condition, type Session, both, equal } from '../store.js'
import { listed } from '../values/scalars.js'

/** A field that the caller is not allowed to write, and a JSON pointer to its document in the body. */
export interface Rejected {
  readonly path: string
  readonly name: string
}

/**
 * @param reasonOf returns the rule that a field violates, if it is not only about the caller
 * @throws Forbidden with the names of the fields, if there are any
 */
export function rejectFields(
  rejected: readonly Rejected[],
  reasonOf: (name: string) => string | undefined = () => undefined,
): void {
  if (rejected.length === 0) return
  const names = listed(new Set(rejected.map(({ name }) => `"${name}"`)), 'or')
  throw new Forbidden(`You do not have permission to write ${names}.`, {
    errors: rejected.map(({ path, name }) => ({
      path: pointer(path, name),
      message: reasonOf(name) ?? 'you do not have permission to write this field',
    })),
  })
}

/**
 * The items of a model that the caller is allowed to link and unlink through the other end of a relation, which changes
 * their back-reference.
 */
export interface LinkRight {
  /** `all`: every item. `none`: no item, because the caller is not allowed to write the back-reference. */
  readonly of: 'all' | 'none' | ((row: Row) => Promise<boolean>)
  /** Returns the keys of the selected items that the caller cannot see. Omitting such an item does not unlink it. */
  readonly unseen?: (where: Condition) => Promise<ReadonlySet<Json | undefined>>
}

/** A relation of side `one` set by a write. */
export interface LinkWrite {
  /** The relation's field. */
  readonly name: string
  readonly relation: RelationSpec
  readonly target: ModelSpec
  /** The new value of the field: a key, a list of keys, or null. */
  readonly value: Json
  /** Whether the body contains the field. A PUT clears omitted fields. */
  readonly isGiven: boolean
  /** Whether the caller can see the field. */
  readonly isVisible: boolean
  /** The key of the item being written; undefined for a new item. */
  readonly owner: Key | undefined
}

/**
 * Returns the value to store for a relation, or undefined to leave it unchanged. Items that the caller cannot see stay
 * linked. If the body omits the relation, items that the caller is not allowed to change also stay linked.
 * @throws Forbidden if the caller is not allowed to change an item that would be linked or unlinked. If the caller
 * cannot see the field or the item, the response does not depend on whether the item is already linked. Otherwise, it
 * would reveal whether a guessed key is correct.
 */
export async function permittedLinks(
  session: Session,
  write: LinkWrite,
  right: LinkRight,
): Promise<Json | undefined> {
  const { relation, target, value, isGiven, isVisible, owner } = write
  if (right.of === 'all') return value
  const store = session.store(target.name)
  const orderBy = [{ field: target.key, direction: 'asc' }] as const
  const keys = [value].flat().filter(isKey)
  const named: Condition = { kind: 'compare', field: target.key, op: 'in', value: keys }
  const unseenAmong = right.unseen ?? (async () => new Set<Json | undefined>())
  const linked = keys.length === 0 ? [] : await store.find({ where: named, orderBy })
  const unseenNamed = linked.length === 0 ? new Set() : await unseenAmong(named)
  const isKnown = (row: Row): boolean =>
    owner !== undefined && row[relation.inverse] === owner && isVisible && !unseenNamed.has(row[target.key])
  for (const row of linked) if (!isKnown(row)) await check(write, right, row)
  if (owner === undefined) return value
  const others = both(equal(relation.inverse, owner), { kind: 'not', of: named })
  const unseenOthers = await unseenAmong(others)
  const kept: Key[] = []
  for (const row of await store.find({ where: others, orderBy })) {
    const key = row[target.key]
    const stays = unseenOthers.has(key)
      ? relation.many || keys.length === 0
      : !isGiven && !(await isPermitted(right, row))
    if (!stays) await check(write, right, row, isVisible && !unseenOthers.has(key))
    else if (isKey(key)) kept.push(key)
  }
  if (kept.length === 0) return value
  return relation.many ? [...keys, ...kept] : undefined
}

async function isPermitted({ of }: LinkRight, row: Row): Promise<boolean> {
  return typeof of === 'function' ? of(row) : of === 'all'
}

async function check(
  { name, relation, target }: LinkWrite,
  right: LinkRight,
  row: Row,
  isKeyKnown = true,
): Promise<void> {
  if (await isPermitted(right, row)) return
  if (!isKeyKnown) rejectFields([{ path: '', name }])
  const what = `the ${target.name} ${String(row[target.key])}`
  const action = right.of === 'none' ? `write "${relation.inverse}" of ${what}` : `change ${what}`
  throw new Forbidden(`You do not have permission to ${action}.`, {
    errors: [{ path: `/${name}`, message: `you do not have permission to ${action}` }],
  })
}
