import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../ir/index.js'
import { testEngines } from './engines.js'
import { type Answer, buildFixture, removeProject, startService, type TestService } from './service.js'
import { type Script, SCRIPT } from './transcript.js'

/** A request and its answer, with generated keys and moments by name. */
interface Exchange {
  readonly request: string
  readonly status: number
  readonly allow: unknown
  readonly location: unknown
  readonly body: unknown
}

/** Which model's keys the fields hold that have generated ones. */
const KEY_FIELDS: Readonly<Record<string, string>> = {
  book: 'Book',
  books: 'Book',
  cover: 'Cover',
  reviews: 'Review',
  written_reviews: 'Review',
  edited_reviews: 'Review',
}
const COLLECTIONS: Readonly<Record<string, string>> = { books: 'Book', covers: 'Cover', reviews: 'Review' }
const MOMENTS: ReadonlySet<string> = new Set(['created_at', 'changed_at'])

/** Names for the generated keys of one service, in the order in which they are seen: the first book is `Book 1` on every engine. */
class Keys {
  readonly #names = new Map<string, string>()
  readonly #made = new Map<string, string>()

  /** Remembers the key of what a step of the script has made. */
  remember(as: string, key: string): void {
    this.#made.set(as, key)
  }

  /** Puts keys in the place of `{book1}`; a `"{book1}"` becomes the key in its JSON form. */
  fill(text: string): string {
    return text
      .replaceAll(/"\{(\w+)\}"/g, (_, as: string) => {
        const key = this.#key(as)
        return /^\d{1,10}$/.test(key) ? key : JSON.stringify(key)
      })
      .replaceAll(/\{(\w+)\}/g, (_, as: string) => this.#key(as))
  }

  name(model: string, key: unknown): unknown {
    if (typeof key !== 'string' && typeof key !== 'number') return key
    const id = `${model} ${key}`
    const name = this.#names.get(id) ?? `${model} ${this.#names.size + 1}`
    this.#names.set(id, name)
    return name
  }

  #key(as: string): string {
    const key = this.#made.get(as)
    if (key === undefined) throw new Error(`the script has made no ${as}`)
    return key
  }
}

async function transcriptOf(service: TestService, script: Script): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  const keys = new Keys()
  for (const { method, path, body, as, headers } of script) {
    const answer = await service.send(
      method,
      keys.fill(path),
      body === undefined ? undefined : keys.fill(typeof body === 'string' ? body : JSON.stringify(body)),
      headers,
    )
    if (as !== undefined) keys.remember(as, String(answer.body['_pk']))
    exchanges.push(exchange(`${method} ${path} ${JSON.stringify(body) ?? ''}`, answer, keys))
  }
  return exchanges
}

function exchange(request: string, { status, headers, body }: Answer, keys: Keys): Exchange {
  return {
    request,
    status,
    allow: headers['allow'],
    location: pathWithNames(headers['location'], keys),
    body: withNames(sorted(status < 400 ? body : withoutWords(body)), '', '', keys),
  }
}

/** A problem without what it says to people: engines know more or less of why they refuse, and say how their own keys look. */
function withoutWords({ detail: _detail, errors, ...rest }: Answer['body']): object {
  const paths = Array.isArray(errors) ? errors.map((error: { readonly path: unknown }) => error.path) : []
  return { ...rest, paths }
}

function withNames(value: unknown, field: string, type: string, keys: Keys): unknown {
  if (Array.isArray(value)) return value.map((item) => withNames(item, field, type, keys))
  if (typeof value === 'object' && value !== null) {
    const own = '_type' in value ? String(value._type) : ''
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, withNames(entry, name, own, keys)]),
    )
  }
  if (MOMENTS.has(field) && value !== null) return 'a moment'
  if (field === '_self' || field === 'instance') return pathWithNames(value, keys)
  if (field === 'id' || field === '_pk') return type in KEYED ? keys.name(type, value) : value
  const model = KEY_FIELDS[field]
  return model === undefined ? value : keys.name(model, value)
}

const KEYED = { Book: true, Cover: true, Review: true }

function pathWithNames(path: unknown, keys: Keys): unknown {
  return typeof path === 'string'
    ? path.replaceAll(
        /\/(books|covers|reviews)\/([^/?]+)/g,
        (_, collection: string, key: string) =>
          `/${collection}/${String(keys.name(COLLECTIONS[collection] ?? '', key))}`,
      )
    : path
}

describe('the same requests', () => {
  const [first, ...others] = testEngines()
  const projects = new Map<Engine, Promise<string>>()
  const transcript = async (engine: (typeof others)[number]): Promise<Exchange[]> => {
    const project = projects.get(engine.engine) ?? buildFixture('library', engine.engine)
    projects.set(engine.engine, project)
    const service = await startService(await project, engine)
    try {
      return await transcriptOf(service, SCRIPT)
    } finally {
      await service.close()
    }
  }
  let expected: Exchange[] = []
  beforeAll(async () => {
    if (first !== undefined) expected = await transcript(first)
  })
  afterAll(async () => {
    for (const folder of projects.values()) removeProject(await folder)
  })

  it('are many, and none of them fails', () => {
    expect(expected.length).toBeGreaterThanOrEqual(200)
    expect(expected.filter(({ status }) => status >= 500)).toEqual([])
  })

  it.for(others)('have the same answers on $name as on SQLite', async (engine) => {
    const found = await transcript(engine)
    const differences = found.flatMap((exchange, index) => {
      const wanted = expected[index]
      return JSON.stringify(exchange) === JSON.stringify(wanted) ? [] : [{ found: exchange, wanted }]
    })
    expect(differences).toEqual([])
  })
})

/** The same with the names of all objects in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, entry]) => [name, sorted(entry)]),
  )
}
