import type { ModelSpec, Models, Row } from '../model.js'
import { isKey } from '../repository/keys.js'
import type { Session } from '../store.js'

/** Items that a body ties to another one, by a relation of its side `one`. */
export interface NewLinks {
  /** The relation's field in the body. */
  readonly name: string
  readonly target: ModelSpec
  readonly rows: readonly Row[]
}

/**
 * The items that get another back-reference where this is stored; what is tied to the item already is not among them.
 * @param item before the change; undefined for a new one, and for several
 */
export async function newLinks(
  session: Session,
  models: Models,
  model: ModelSpec,
  data: Row,
  item?: Row,
): Promise<readonly NewLinks[]> {
  const links: NewLinks[] = []
  for (const [name, relation] of Object.entries(model.relations)) {
    const given = data[name] ?? null
    const target = models[relation.model]
    if (relation.side !== 'one' || target === undefined || given === null) continue
    const keys = [given].flat().filter(isKey)
    const rows = await session.store(target.name).find({
      where: { kind: 'compare', field: target.key, op: 'in', value: keys },
      orderBy: [{ field: target.key, direction: 'asc' }],
    })
    const isTied = (row: Row): boolean => item !== undefined && row[relation.inverse] === item[model.key]
    links.push({ name, target, rows: rows.filter((row) => !isTied(row)) })
  }
  return links
}
