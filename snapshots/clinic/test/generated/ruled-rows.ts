import assert from 'node:assert/strict'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

/** The rows of a model, and a caller to whom row rules apply. */
export interface RuledRowsOptions<Key> {
  readonly app: FastifyInstance
  /** The caller's credentials; none for an anonymous caller. */
  readonly headers?: Readonly<Record<string, string>>
  /** The name of the primary key. */
  readonly key: string
  /** The path of the list. */
  readonly list?: string
  /** Returns the path of a row. */
  readonly item?: (key: Key) => string
  /** Reads a row, whatever the rules. */
  readonly stored: (key: Key) => Promise<unknown>
}

/** The keys of rows that the caller can and cannot view. */
interface Sides<Key> {
  readonly seen: readonly Key[]
  readonly hidden: readonly Key[]
}

/** Sends requests for rows on both sides of a rule, and checks the responses and what is stored. */
export class RuledRows<Key extends string | number> {
  readonly #options: RuledRowsOptions<Key>

  constructor(options: RuledRowsOptions<Key>) {
    this.#options = options
  }

  /** Checks a list, its total and an aggregation. */
  async list({ seen, hidden }: Sides<Key>): Promise<void> {
    const { data, total } = (await this.#get(`${this.#list}?_limit=100`)).json()
    const keys = data.map(keyOf)
    assert.equal(total, keys.length)
    for (const key of seen) assert.ok(keys.includes(String(key)), `${key} is not listed`)
    for (const key of hidden) assert.ok(!keys.includes(String(key)), `${key} is listed`)
  }

  /** Checks filters, and aggregations over the rows that they select. */
  async filter({ seen, hidden }: Sides<Key>): Promise<void> {
    const name = encodeURIComponent(this.#options.key)
    for (const key of [...seen, ...hidden]) {
      const expected = seen.includes(key) ? 1 : 0
      const selected = `${this.#list}?${this.#only(key)}`
      assert.equal((await this.#get(`${selected}&_count`)).json().total, expected)
      const counted = await this.#get(`${selected}&_aggs.rows.value_count.field=${name}`)
      assert.equal(counted.json().aggregations.rows.value, expected)
    }
  }

  /** Checks requests for single rows. */
  async show({ seen, hidden }: Sides<Key>): Promise<void> {
    for (const key of seen) await this.#get(this.#item(key), 200)
    for (const key of hidden) await this.#get(this.#item(key), 404)
  }

  /** Checks a change of a row, and that nothing is stored if it is rejected. */
  async update(key: Key, payload: object, status: number | readonly number[]): Promise<void> {
    await this.#changes(key, { method: 'PATCH', url: this.#item(key), payload }, status)
  }

  /** Checks a deletion, and that the row stays if it is rejected. */
  async delete(key: Key, status: number): Promise<void> {
    await this.#changes(key, { method: 'DELETE', url: this.#item(key) }, status)
  }

  get #list(): string {
    return this.#options.list ?? ''
  }

  #item(key: Key): string {
    return this.#options.item?.(key) ?? ''
  }

  /** Returns the filter that selects one row. */
  #only(key: Key): string {
    return `${encodeURIComponent(this.#options.key)}=${encodeURIComponent(key)}`
  }

  async #changes(key: Key, request: InjectOptions, status: number | readonly number[]): Promise<void> {
    const before = await this.#options.stored(key)
    await this.#send(request, status)
    const after = await this.#options.stored(key)
    if (status === 200) assert.notDeepEqual(after, before)
    else assert.deepEqual(after, before)
  }

  #get(url: string, status = 200): Promise<LightMyRequestResponse> {
    return this.#send({ method: 'GET', url }, status)
  }

  async #send(request: InjectOptions, status: number | readonly number[]): Promise<LightMyRequestResponse> {
    const { app, headers = {} } = this.#options
    const response = await app.inject({ ...request, headers })
    const expected = [status].flat()
    const context = `${request.method} ${String(request.url)} ${JSON.stringify(request.payload)}: ${response.body}`
    assert.ok(expected.includes(response.statusCode), `${context}\nexpected ${expected.join(' or ')}`)
    return response
  }
}

/** Returns the key of a row in a list, which contains documents or keys. */
function keyOf(row: string | number | { readonly _pk: string }): string {
  return String(typeof row === 'object' ? row._pk : row)
}
