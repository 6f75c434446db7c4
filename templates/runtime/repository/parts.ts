import type { FieldSpec, ModelSpec, RelationSpec } from '../model.js'

/** A model's fields and relations by what becomes of them. */
export interface Parts {
  readonly stored: readonly (readonly [string, FieldSpec])[]
  /** Relations whose keys the model's rows hold, and those whose keys the others hold. */
  readonly holders: readonly (readonly [string, RelationSpec])[]
  readonly ones: readonly (readonly [string, RelationSpec])[]
}

const known = new WeakMap<ModelSpec, Parts>()

/** The parts of a model; found once for each. */
export function partsOf(model: ModelSpec): Parts {
  const parts = known.get(model) ?? found(model)
  known.set(model, parts)
  return parts
}

function found({ fields, relations }: ModelSpec): Parts {
  const ofSide = (side: RelationSpec['side']): Parts['holders'] =>
    Object.entries(relations).filter(([, relation]) => relation.side === side)
  return {
    stored: Object.entries(fields).filter(([, { column }]) => column !== null),
    holders: ofSide('holder'),
    ones: ofSide('one'),
  }
}
