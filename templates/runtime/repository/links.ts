import { FaultList } from '../errors.js'
import type { Json } from '../json.js'
import type { Key, ModelSpec, RelationSpec } from '../model.js'
import type { Access, ReadStore, Session } from '../store.js'
import { type Data, isKey, keysIn, partsOf } from './parts.js'

const MAX_KEY_LENGTH = 100

/** Returns the JSON pointer to the n-th item or key in a body. */
export type PathOf = (index: number) => string

/** The new keys of a relation of side `one`. */
export interface Links {
  readonly name: string
  readonly relation: RelationSpec
  readonly keys: readonly Key[]
}

export function linksOf(model: ModelSpec, data: Data): Links[] {
  return partsOf(model).ones.flatMap(([name, relation]) => {
    const value = data[name]
    return value === undefined ? [] : [{ name, relation, keys: keysIn(value) }]
  })
}

/** Checks that the items to which the data refers exist. @throws BadRequest */
export async function checkHeldKeys(
  session: Session,
  access: Access,
  model: ModelSpec,
  list: readonly Data[],
  pathOf: PathOf,
): Promise<void> {
  for (const [name, relation] of partsOf(model).holders) {
    const keys = list.map((data) => data[name] ?? null)
    await checkKeys(session.store(relation.model, access), keys, (index) => `${pathOf(index)}/${name}`)
  }
}

/** Checks that items with these keys exist. @throws BadRequest */
export async function checkKeys(store: ReadStore, given: readonly Json[], pathOf: PathOf): Promise<void> {
  const keys = [...new Set(given.filter(isKey))]
  if (keys.length === 0) return
  const target = store.spec
  const found = await store.find({
    where: { kind: 'compare', field: target.key, op: 'in', value: keys },
    orderBy: [{ field: target.key, direction: 'asc' }],
  })
  const known = new Set(found.map((row) => row[target.key]))
  const faults = new FaultList()
  for (const [index, key] of given.entries()) {
    if (key === null || known.has(key)) continue
    const shown = JSON.stringify(key).slice(0, MAX_KEY_LENGTH)
    faults.add(pathOf(index), `there is no ${target.name} with the key ${shown}`)
  }
  faults.throwIfAny()
}
