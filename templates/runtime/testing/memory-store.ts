import { UniqueViolation } from '../errors.js'
import { randomBytes } from 'node:crypto'
import {
  type Condition,
  EVERYTHING,
  type Aggregation,
  type AggregationResult,
  type CountedRows,
  type Group,
  type Selection,
  type Store,
  type LinkQuery,
  type Linked,
} from '../store.js'
import type { Json } from '../json.js'
import type { Key, ModelSpec, Models, RelationSpec, Row } from '../model.js'
import { compareRows, type Related, selects, sortValues } from './memory-condition.js'

const ASCENDING = [{ field: 'key', direction: 'asc' }] as const

/** The rows of all models, by key, and the last key generated for each model. */
export interface Tables {
  readonly rows: Map<string, Map<Key, Row>>
  readonly serials: Map<string, number>
}

/** Provides access to the tables. Only one write runs at a time. */
export interface TableAccess {
  read<T>(work: (tables: Tables) => T): Promise<T>
  write<T>(work: (tables: Tables) => T): Promise<T>
}

/** A model's items in memory. Aggregations are not supported. */
export class MemoryStore implements Store {
  readonly spec: ModelSpec
  readonly #models: Models
  readonly #access: TableAccess

  constructor(spec: ModelSpec, models: Models, access: TableAccess) {
    this.spec = spec
    this.#models = models
    this.#access = access
  }

  findByKey(key: Key): Promise<Row | undefined> {
    return this.#access.read((tables) => rowsOf(tables, this.spec).get(key))
  }

  find({ where, orderBy, take, skip = 0, after }: Selection): Promise<Row[]> {
    return this.#access.read((tables) => {
      const sorted = this.#selected(tables, where)
        .map((row) => ({ row, values: sortValues(row, orderBy) }))
        .toSorted((a, b) => compareRows(a.values, b.values, orderBy))
      const later =
        after === undefined ? sorted : sorted.filter(({ values }) => compareRows(values, after, orderBy) > 0)
      return later.slice(skip, take === undefined ? undefined : skip + take).map(({ row }) => row)
    })
  }

  count(where: Condition): Promise<number> {
    return this.#access.read((tables) => this.#selected(tables, where).length)
  }

  wouldSelect(where: Condition, row: Row): Promise<boolean> {
    return this.#access.read((tables) => selects(where, row, this.#related(tables, this.spec)))
  }

  async findAndCount(selection: Selection): Promise<CountedRows> {
    const rows = await this.find(selection)
    return { rows, total: await this.count(selection.where) }
  }

  async links(query: LinkQuery): Promise<Linked<Key>> {
    const target = modelOf(this.#models, relationOf(this.spec, query.relation).model)
    const linked = await this.linkedRows(query)
    return new Map(
      [...linked].map(([key, { items, total }]) => [
        key,
        { items: items.map((row) => keyOf(row, target)), total },
      ]),
    )
  }

  linkedRows({ relation, keys, limit, where = EVERYTHING }: LinkQuery): Promise<Linked<Row>> {
    const target = modelOf(this.#models, relationOf(this.spec, relation).model)
    return this.#access.read((tables) => {
      const own = rowsOf(tables, this.spec)
      const entries = keys.map((key): [Key, { items: Row[]; total: number }] => {
        const linked = this.#related(tables, this.spec)(own.get(key) ?? { [this.spec.key]: key }, relation)
        const all = linked.rows.filter((row) => selects(where, row, this.#related(tables, target)))
        return [key, { items: all.slice(0, limit), total: all.length }]
      })
      return new Map(entries)
    })
  }

  insert(rows: readonly Row[]): Promise<Row[]> {
    return this.#access.write((tables) =>
      rows.map((given) => {
        const key = given[this.spec.key] ?? this.#newKey(tables)
        const row = this.#complete({ ...given, [this.spec.key]: key })
        this.#checkUnique(tables, row, undefined)
        rowsOf(tables, this.spec).set(keyOf(row, this.spec), row)
        return row
      }),
    )
  }

  updateByKey(key: Key, changes: Row): Promise<Row | undefined> {
    return this.#access.write((tables) => {
      const row = rowsOf(tables, this.spec).get(key)
      return row && this.#change(tables, row, changes)
    })
  }

  updateMany(where: Condition, changes: Row): Promise<number> {
    return this.#access.write((tables) => {
      const rows = this.#selected(tables, where)
      for (const row of rows) this.#change(tables, row, changes)
      return rows.length
    })
  }

  deleteByKey(key: Key): Promise<boolean> {
    return this.#access.write((tables) => rowsOf(tables, this.spec).delete(key))
  }

  deleteMany(where: Condition): Promise<number> {
    return this.#access.write((tables) => {
      const rows = this.#selected(tables, where)
      for (const row of rows) rowsOf(tables, this.spec).delete(keyOf(row, this.spec))
      return rows.length
    })
  }

  aggregate(_where: Condition, _aggregations: readonly Aggregation[]): Promise<AggregationResult[]> {
    return Promise.reject(new TypeError('the memory database does not aggregate'))
  }

  groupBy(): Promise<Group[]> {
    return Promise.reject(new TypeError('the memory database does not group'))
  }

  #related(tables: Tables, model: ModelSpec): Related {
    return (row, name) => {
      const relation = relationOf(model, name)
      const target = modelOf(this.#models, relation.model)
      const isOther = (other: Row): boolean =>
        relation.side === 'holder'
          ? other[target.key] === row[name]
          : other[relation.inverse] === row[model.key]
      const byKey = (a: Row, b: Row): number =>
        compareRows([a[target.key] ?? null], [b[target.key] ?? null], ASCENDING)
      const rows = [...rowsOf(tables, target).values()].filter(isOther).toSorted(byKey)
      return { rows, related: this.#related(tables, target) }
    }
  }

  #selected(tables: Tables, where: Condition): Row[] {
    const related = this.#related(tables, this.spec)
    return [...rowsOf(tables, this.spec).values()].filter((row) => selects(where, row, related))
  }

  #newKey(tables: Tables): Key {
    if (this.spec.fields[this.spec.key]?.type === 'object_id') return randomBytes(12).toString('hex')
    const serial = (tables.serials.get(this.spec.name) ?? 0) + 1
    tables.serials.set(this.spec.name, serial)
    return serial
  }

  /** Returns the row with null for each missing column. */
  #complete(given: Row): Row {
    const row: Record<string, Json> = {}
    for (const [name, { column }] of Object.entries(this.spec.fields))
      if (column !== null) row[name] = given[name] ?? null
    for (const [name, { side }] of Object.entries(this.spec.relations))
      if (side === 'holder') row[name] = given[name] ?? null
    return row
  }

  #change(tables: Tables, row: Row, changes: Row): Row {
    const changed = { ...row, ...changes }
    this.#checkUnique(tables, changed, row)
    rowsOf(tables, this.spec).set(keyOf(row, this.spec), changed)
    return changed
  }

  #checkUnique(tables: Tables, row: Row, before: Row | undefined): void {
    const fields = Object.entries(this.spec.fields).filter(
      ([name, field]) => field.unique === true || name === this.spec.key,
    )
    const relations = Object.entries(this.spec.relations).filter(
      ([, { side, unique }]) => side === 'holder' && unique,
    )
    for (const [name] of [...fields, ...relations]) {
      const isTaken = [...rowsOf(tables, this.spec).values()].some(
        (other) => other !== before && row[name] !== null && other[name] === row[name],
      )
      if (isTaken) throw new UniqueViolation(this.spec.name, [name])
    }
  }
}

function rowsOf(tables: Tables, { name }: ModelSpec): Map<Key, Row> {
  let rows = tables.rows.get(name)
  if (rows === undefined) tables.rows.set(name, (rows = new Map()))
  return rows
}

function relationOf(model: ModelSpec, name: string): RelationSpec {
  const relation = model.relations[name]
  if (relation === undefined) throw new TypeError(`unknown relation ${name} in ${model.name}`)
  return relation
}

function modelOf(models: Models, name: string): ModelSpec {
  const model = models[name]
  if (model === undefined) throw new TypeError(`unknown model ${name}`)
  return model
}

function keyOf(row: Row, { key, name }: ModelSpec): Key {
  const value = row[key]
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new TypeError(`an item of ${name} has no key`)
}
