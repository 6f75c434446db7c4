import type { FieldSpec, ModelSpec, RelationSpec } from '../model.js'

/** A model's fields and relations by what becomes of them. */
export interface Parts {
  readonly stored: readonly (readonly [string, FieldSpec])[]
  /** Fields of which only a hash is stored, and what makes it. */
  readonly hashed: readonly (readonly [string, NonNullable<FieldSpec['hash']>])[]
  readonly relations: readonly (readonly [string, RelationSpec])[]
  /** Relations whose keys the model's rows hold, and those whose keys the others hold. */
  readonly holders: readonly (readonly [string, RelationSpec])[]
  readonly ones: readonly (readonly [string, RelationSpec])[]
  /** Whether one of them is called as a member of every object: `toString`. */
  readonly hasInherited: boolean
}

const known = new WeakMap<ModelSpec, Parts>()

/** The parts of a model; found once for each. */
export function partsOf(model: ModelSpec): Parts {
  const parts = known.get(model)
  if (parts !== undefined) return parts
  const made = found(model)
  known.set(model, made)
  return made
}

/** The data with nothing but what is its own, so that no member of every object is taken for what is given. */
export function ownData<T extends object>({ hasInherited }: Parts, data: T): T {
  return hasInherited ? Object.assign(Object.create(null), data) : data
}

function found({ fields, relations }: ModelSpec): Parts {
  const all = Object.entries(relations)
  const ofSide = (side: RelationSpec['side']): Parts['relations'] =>
    all.filter(([, relation]) => relation.side === side)
  return {
    relations: all,
    hashed: Object.entries(fields).flatMap(([name, { hash }]) => (hash === undefined ? [] : [[name, hash]])),
    stored: Object.entries(fields).filter(([, { column }]) => column !== null),
    holders: ofSide('holder'),
    ones: ofSide('one'),
    hasInherited: [fields, relations].some((named) =>
      Object.keys(named).some((name) => name in Object.prototype),
    ),
  }
}
