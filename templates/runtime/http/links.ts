import { both, type Condition, equal } from '../condition.js'
import type { Json } from '../json.js'
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

/**
 * The data with the items in its lists that are tied to this one already and that the caller does not see: nobody unties by leaving out what they
 * do not know of.
 * @param seen the items of a model that the caller sees
 */
export async function withUnseen(
  session: Session,
  models: Models,
  model: ModelSpec,
  data: Row,
  item: Row,
  seen: (model: ModelSpec) => Condition,
): Promise<Row> {
  const lists: Record<string, Json> = {}
  for (const [name, relation] of Object.entries(model.relations)) {
    const given = data[name]
    const target = models[relation.model]
    if (relation.side !== 'one' || !relation.many || target === undefined || given === undefined) continue
    const unseen = await session.store(target.name).find({
      where: both(equal(relation.inverse, item[model.key] ?? null), { kind: 'not', of: seen(target) }),
      orderBy: [{ field: target.key, direction: 'asc' }],
    })
    if (unseen.length > 0)
      lists[name] = [...[given].flat(), ...unseen.map((row) => row[target.key])].filter(isKey)
  }
  return { ...data, ...lists }
}
