import type { Json, Service } from '../../ir/index.js'
import { literal, stringLiteral } from '../literal.js'
import { LeftOut } from './left-out.js'
import { requiredEnds } from './needs.js'
import type { TestRow, TestRows } from './rows.js'
import { endOf, isRestricted, relationOf } from '../../ir/members.js'

/** A request's body, with the names of rows in braces for their keys. */
export type Body = Readonly<Record<string, Json>>

/** A request in a table, and what its response and the stored rows must be. */
export interface TestRequest {
  readonly title: string
  readonly method: string
  /** With the names of rows instead of their keys: `/stories/{story 1}`. */
  readonly path: string
  /** The rows that are stored before the request, in order. */
  readonly rows?: readonly string[] | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
  readonly status: number | readonly number[]
  /** The form of the response. */
  readonly returns?: string | undefined
  readonly type?: string | undefined
  readonly allow?: string
  readonly count?: number | undefined
  /** The repository of which the request creates a row. */
  readonly adds?: string
  readonly changes?: { readonly row: string; readonly field: string } | undefined
  readonly deletes?: string | undefined
  readonly lists?: Listed
}

/** The items that a response lists. */
export interface Listed {
  /** The members of the response that lead to the items. */
  readonly at: readonly string[]
  /** The member of an item that is its key. */
  readonly key: string
  readonly rows: readonly string[]
  /** The request for the second of two pages. The members `cursor` of the first page lead to `{cursor}` in its path. */
  readonly next?: { readonly path: string; readonly cursor?: readonly string[] | undefined } | undefined
}

/** A test that cannot be made from the schema, with the reason. */
export interface MissingTest {
  readonly title: string
  readonly reason: string
}

/** The rows of all tests of a project. Rows with the same values have the same name. */
export class RowTable {
  readonly service: Service
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  readonly #open = new Set<TestRow>()
  readonly rows: { readonly name: string; readonly model: string; readonly values: string }[] = []

  constructor(service: Service) {
    this.service = service
  }

  /** Returns the name of a row, `story 1`, and adds it to the table, after the rows to which it refers. */
  nameOf(row: TestRow): string {
    if (this.#open.has(row)) throw new LeftOut('The rows refer to each other.')
    this.#open.add(row)
    const { var: name } = row.model.names
    const values = literal(this.#valuesOf(row))
    this.#open.delete(row)
    const content = JSON.stringify([row.model.id, row.n, values])
    const known = this.#names.get(content)
    if (known !== undefined) return known
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    const own = `${name} ${count}`
    this.#names.set(content, own)
    this.rows.push({ name: stringLiteral(own), model: stringLiteral(name), values })
    return own
  }

  /** Returns the names of all rows of a test, in an order in which they can be stored. */
  namesOf(rows: TestRows): readonly string[] {
    const sorted: TestRow[] = []
    const visit = (row: TestRow): void => {
      if (sorted.includes(row)) return
      this.nameOf(row)
      for (const linked of row.links.values()) if (linked !== null) visit(linked)
      sorted.push(row)
    }
    rows.rows.forEach(visit)
    return sorted.map((row) => this.nameOf(row))
  }

  /** Returns what stands for the key of a row in paths and values: `{story 1}`. */
  keyOf(row: TestRow): string {
    return `{${this.nameOf(row)}}`
  }

  /** Returns the value of a relation that refers to a row: its key, or a list of it. */
  linkTo({ model }: TestRow, name: string, linked: TestRow): string | readonly string[] {
    return endOf(model, name)?.many === true ? [this.keyOf(linked)] : this.keyOf(linked)
  }

  #valuesOf(row: TestRow): object {
    const { values, links } = row
    return Object.fromEntries([
      ...values,
      ...[...links].map(([name, linked]) => [name, linked && this.linkTo(row, name, linked)] as const),
    ])
  }
}

/** Returns a body with all of a row that clients can write, except some relations. */
export function bodyOf(table: RowTable, row: TestRow, leftOut: readonly string[] = []): Body {
  const { model, sample } = row
  const links = [...row.links].filter(([name]) => !leftOut.includes(name) && !isRestricted(model, name))
  const lists = requiredEnds(table.service, model).filter(({ many }) => many)
  return {
    ...Object.fromEntries([...row.values].filter(([name]) => Object.hasOwn(sample.stored, name))),
    ...sample.virtual,
    ...Object.fromEntries(lists.map(({ name }) => [name, []])),
    ...Object.fromEntries(links.map(([name, linked]) => [name, linked && table.linkTo(row, name, linked)])),
  }
}

/**
 * Checks that a new item has all required values.
 * @param isGiven whether the request contains the value of a field or relation
 * @param others the names of values that the response must have
 * @throws LeftOut with the name of a value that it does not have, or that a function or the caller determines
 */
export function checkGiven(
  service: Service,
  { model, sample }: TestRow,
  isGiven: (name: string) => boolean,
  others: readonly string[] = [],
): void {
  const fields = model.fields.filter(
    ({ stored, type }) => stored && type !== 'id_field' && type !== 'foreign_key',
  )
  const ends = model.relations.filter(({ side, many }) => side === 'holder' && !many)
  const values = [
    ...fields.map(({ name, constraints: { required }, default: initial }) => ({ name, required, initial })),
    ...ends.map((end) => {
      const { default: initial = null } = relationOf(service, end)
      return { name: end.name, required: requiredEnds(service, model).includes(end), initial }
    }),
  ]
  for (const { name, required, initial } of values.filter((each) => !isGiven(each.name))) {
    if (initial?.kind === 'callable') throw new LeftOut(`Your function determines ${name}.`)
    if (!required && name !== model.key && !others.includes(name)) continue
    if (initial?.kind === 'user') throw new LeftOut(`The caller determines ${name}.`)
    if (initial === null || Object.hasOwn(sample.internal, name))
      throw new LeftOut(`No request is certain to set ${name}.`)
  }
}

/** Returns whether a value contains the keys of rows, which only the test knows. */
export function hasKeys(value: unknown): boolean {
  return /"\{\S+ \d+\}"/.test(JSON.stringify(value))
}
