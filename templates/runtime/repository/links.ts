import { FaultList } from '../errors.js'
import type { Json } from '../json.js'
import type { Key, ModelSpec, Models, RelationSpec } from '../model.js'
import type { Session } from '../store.js'
import { type Data, isKey, keysIn, partsOf } from './parts.js'

/** Maximum length of a key in a message. */
const MAX_KEY_LENGTH = 100

/** Returns the JSON pointer to the n-th item or key in a body. */
export type PathOf = (index: number) => string

/** The new keys of a relation of side `one`. */
export interface Links {
  readonly name: string
  readonly relation: RelationSpec
  readonly keys: readonly Key[]
}

/** Returns the relations of side `one` that the data sets. */
export function linksOf(model: ModelSpec, data: Data): Links[] {
  const links: Links[] = []
  for (const [name, relation] of partsOf(model).ones) {
    const value = data[name]
    if (value !== undefined) links.push({ name, relation, keys: keysIn(value) })
  }
  return links
}

/** Checks that the items to which the data refers exist. @throws BadRequest */
export async function checkHeldKeys(
  session: Session,
  models: Models,
  model: ModelSpec,
  list: readonly Data[],
  pathOf: PathOf,
): Promise<void> {
  for (const [name, relation] of partsOf(model).holders) {
    const target = models[relation.model]
    if (target === undefined) throw new TypeError(`Unknown model ${JSON.stringify(relation.model)}`)
    const keys = list.map((data) => data[name] ?? null)
    await checkKeys(session, target, keys, (index) => `${pathOf(index)}/${name}`)
  }
}

/** Checks that items with these keys exist. @throws BadRequest */
export async function checkKeys(
  session: Session,
  target: ModelSpec,
  given: readonly Json[],
  pathOf: PathOf,
): Promise<void> {
  const keys = [...new Set(given.filter(isKey))]
  const [key] = keys
  if (key === undefined) return
  const store = session.store(target.name)
  const known = new Set(
    keys.length === 1
      ? [(await store.findByKey(key))?.[target.key]]
      : (
          await store.find({
            where: { kind: 'compare', field: target.key, op: 'in', value: keys },
            orderBy: [{ field: target.key, direction: 'asc' }],
          })
        ).map((row) => row[target.key]),
  )
  const faults = new FaultList()
  for (const [index, key] of given.entries()) {
    if (key === null || known.has(key)) continue
    const shown = JSON.stringify(key).slice(0, MAX_KEY_LENGTH)
    faults.add(pathOf(index), `there is no ${target.name} with the key ${shown}`)
  }
  faults.throwIfAny()
}
