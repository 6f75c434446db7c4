import type { FastifyRequest } from 'fastify'
import { Forbidden, pointer } from '../errors.js'
import type { Json } from '../json.js'
import { type Key, type ModelSpec, type RelationSpec, type Row, modelNamed } from '../model.js'
import { isKey, keyOf, keysOf, partsOf } from '../repository/parts.js'
import { listed } from '../spec/wording.js'
import { type Condition, both, equal } from '../store.js'
import { type Policy, type Write, givenIn } from './policy.js'

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
  /** Returns the keys of the selected items that the caller cannot see, and can neither unlink nor link. */
  readonly unseen: ((where: Condition) => Promise<ReadonlySet<Json | undefined>>) | null
}

/** Which links a caller can write. */
export interface LinkRights extends Pick<Policy, 'visible'> {
  /** Returns which items of a model the caller can link and unlink through the other end of a relation. */
  linkRight(write: Write, model: ModelSpec, backReference: string): LinkRight
}

/** A relation of side `one` in the data of a write. */
interface Link {
  readonly name: string
  readonly relation: RelationSpec
  readonly target: ModelSpec
  /** The new value: a key, a list of keys, or null. */
  readonly value: Json
  /** Whether the body contains the field. A PUT clears omitted fields. */
  readonly isGiven: boolean
  /** Whether the caller can see the field. */
  readonly isVisible: boolean
}

/**
 * Returns the data with the links to store. Items that the caller cannot see stay linked, and so do items omitted by a PUT
 * that the caller is not allowed to change, because changing links changes the back-references of the items at the other
 * end.
 * @throws Forbidden if the caller is not allowed to change the items that would be linked or unlinked
 */
export async function withPermittedLinks(
  rights: LinkRights,
  request: FastifyRequest,
  write: Write,
  data: Row,
): Promise<Row> {
  const { model } = write.items
  const permitted: Record<string, Json> = { ...data }
  for (const [name, relation] of partsOf(model).ones) {
    const value = data[name]
    if (value === undefined) continue
    const isVisible = rights.visible(model)?.has(name) ?? true
    const isGiven = write.item === undefined || Object.hasOwn(Object(request.body), name)
    const target = modelNamed(write.items.models, relation.model)
    const right = rights.linkRight(write, target, relation.inverse)
    const link = { name, relation, target, value, isGiven, isVisible }
    const links = await permittedLinks(write, right, link)
    if (links === undefined) delete permitted[name]
    else permitted[name] = links
  }
  return permitted
}

/** Returns the links in the body, which require permission, without those that handlers have set. */
export function givenLinks(request: FastifyRequest, { relations }: ModelSpec, data: Row): Row {
  const entries = Object.entries(givenIn(request, data))
  return Object.fromEntries(entries.filter(([name]) => relations[name]?.side === 'one'))
}

/**
 * Returns the value to store for a relation, or undefined to leave it unchanged. Items that the caller cannot see stay
 * linked. If the body omits the relation, items that the caller is not allowed to change also stay linked.
 * @throws Forbidden if the caller is not allowed to change an item that would be linked or unlinked. If the caller
 * cannot see the field or the item, the response does not depend on whether the item is already linked. Otherwise, it
 * would reveal whether a guessed key is correct.
 */
async function permittedLinks(
  { session, items, item }: Write,
  right: LinkRight,
  link: Link,
): Promise<Json | undefined> {
  const { relation, target, value, isGiven, isVisible } = link
  if (right.of === 'all') return value
  const owner = item && keyOf(items.model, item)
  const store = session.store(target.name, items.access)
  const orderBy = [{ field: target.key, direction: 'asc' }] as const
  const keys = [value].flat().filter(isKey)
  const named: Condition = { kind: 'compare', field: target.key, op: 'in', value: keys }
  const unseenAmong = right.unseen ?? (async () => new Set<Json | undefined>())
  const linked = keys.length === 0 ? [] : await store.find({ where: named, orderBy })
  const unseenNamed = linked.length === 0 ? new Set() : await unseenAmong(named)
  const owned =
    owner === undefined
      ? []
      : await store.find({ where: both(named, equal(relation.inverse, owner)), orderBy })
  const known = new Set(isVisible ? keysOf(target, owned) : [])
  const refused: LinkRight = { of: async () => false, unseen: null }
  for (const row of linked)
    if (unseenNamed.has(row[target.key])) await check(link, refused, row)
    else if (!known.has(keyOf(target, row))) await check(link, right, row)
  if (owner === undefined) return value
  const others = both(equal(relation.inverse, owner), { kind: 'not', of: named })
  const unseenOthers = await unseenAmong(others)
  const kept: Key[] = []
  for (const row of await store.find({ where: others, orderBy })) {
    const key = row[target.key]
    const stays = unseenOthers.has(key)
      ? relation.many || keys.length === 0
      : !isGiven && !(await isPermitted(right, row))
    if (!stays) await check(link, right, row, isVisible && !unseenOthers.has(key))
    else if (isKey(key)) kept.push(key)
  }
  if (kept.length === 0) return value
  return relation.many ? [...keys, ...kept] : undefined
}

/** Returns whether a right includes an item. */
export async function isPermitted({ of }: LinkRight, row: Row): Promise<boolean> {
  return typeof of === 'function' ? of(row) : of === 'all'
}

async function check(
  { name, relation, target }: Link,
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
