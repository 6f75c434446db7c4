import type { Relation } from '../../ir/index.js'
import { groupedBy } from '../../ir/lookup.js'

/** Looks up links or relations by the model at either end. */
export interface Ends<T> {
  /** Returns the links or relations that the model declares. */
  readonly from: (model: string) => readonly T[]
  /** Returns the links or relations whose back-reference is on the model. */
  readonly to: (model: string) => readonly T[]
}

export function endsOf<T extends { readonly from: string; readonly to: string }>(
  links: readonly T[],
): Ends<T> {
  const from = groupedBy(links, (link) => link.from)
  const to = groupedBy(links, (link) => link.to)
  return { from: (model) => from.get(model) ?? [], to: (model) => to.get(model) ?? [] }
}

/** Returns the back-references of relations that have a foreign key field, by the name of that field. */
export function backReferencesOf(relations: readonly Relation[]): ReadonlyMap<string, string> {
  return new Map(
    relations.flatMap(({ foreignKey, backref }) =>
      foreignKey.field === null ? [] : [[foreignKey.field, backref] as const],
    ),
  )
}
