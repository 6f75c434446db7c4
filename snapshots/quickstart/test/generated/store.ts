import assert from 'node:assert/strict'
import { models } from '../../src/generated/models/index.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { rows } from './rows.js'

/** An item in the database, with keys for relations. */
export type StoredItem = Readonly<Record<string, unknown>>

/** The part of a repository that tests use. */
interface AnyRepository {
  create(options: { data: object }): Promise<StoredItem>
  findUnique(options: { where: object }): Promise<StoredItem | undefined>
  findMany(options?: { where: object }): Promise<readonly StoredItem[]>
  count(): Promise<number>
  delete(options: { where: object }): Promise<boolean>
}

/** A stored row, and how to find it. */
interface StoredRow {
  readonly repository: AnyRepository
  readonly key: string
  readonly item: StoredItem
}

/** The rows that a test has stored, by their names in the table of rows. */
export class StoredRows {
  readonly #items: Repositories
  readonly #rows = new Map<string, StoredRow>()

  constructor(items: Repositories) {
    this.#items = items
  }

  /** Stores rows in the given order. */
  async add(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const row = rows[name]
      assert.ok(row !== undefined, `a row "${name}"`)
      const repository = this.repository(row.model)
      const item = await repository.create({ data: Object(this.resolve(row.values)) })
      const { key = '' } = Object.values(models).find((model) => model.var === row.model) ?? {}
      this.#rows.set(name, { repository, key, item })
    }
  }

  /** Returns a row as it was stored first. */
  item(name: string): StoredItem {
    return this.#row(name).item
  }

  keyOf(name: string, field = this.#row(name).key): string {
    return String(this.item(name)[field])
  }

  /** Reads a row again, whatever the access rules. */
  async read(name: string): Promise<StoredItem | undefined> {
    const { repository, item, key } = this.#row(name)
    return repository.findUnique({ where: { [key]: item[key] } })
  }

  /** Returns a value with the keys of rows: 7 for `{story 1}`. */
  resolve(value: unknown): unknown {
    if (typeof value === 'string') {
      const name = value.slice(1, -1)
      if (value !== `{${name}}` || rows[name] === undefined) return value
      const { item, key } = this.#row(name)
      return item[key]
    }
    if (Array.isArray(value)) return value.map((each) => this.resolve(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.resolve(each)]))
  }

  /** Returns a path with the keys of rows: `/stories/7` for `/stories/{story 1}`, or other fields: `{story 1.slug}`. */
  path(path: string): string {
    return path.replaceAll(/\{([^}.]+)(?:\.([^}]+))?\}/g, (_, name: string, field?: string) =>
      encodeURIComponent(this.keyOf(name, field)),
    )
  }

  /** Returns a repository by its name in tables, which the type of the repositories cannot check. */
  repository(name: string): AnyRepository {
    return Object(this.#items)[name]
  }

  #row(name: string): StoredRow {
    const row = this.#rows.get(name)
    assert.ok(row !== undefined, `the row "${name}" is stored`)
    return row
  }
}
