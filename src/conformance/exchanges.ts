import type { TestResponse, TestService } from './service.js'
import type { Script } from './transcript.js'

/** A request and its response, with names in place of generated keys and times. */
export interface Exchange {
  readonly request: string
  readonly status: number
  readonly allow: unknown
  readonly location: unknown
  readonly body: unknown
}

/** For each field that contains generated keys, the model to which the keys belong. */
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

/**
 * Numbers a service's generated keys in the order in which they appear, so that a key has the same name on every
 * engine: `Book 1`, `Cover 2`.
 */
export class Keys {
  readonly #names = new Map<string, string>()
  readonly #created = new Map<string, string>()

  /** Records the key of the item created by a step in the script. */
  remember(as: string, key: string): void {
    this.#created.set(as, key)
  }

  /** Replaces `{book1}` with the key, and `"{book1}"` with the key as JSON. */
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
    const key = this.#created.get(as)
    if (key === undefined) throw new Error(`the script has not created ${as}`)
    return key
  }
}

/**
 * Sends the requests one after the other, and returns the exchanges.
 * @param keys the keys from earlier scripts for the same service
 */
export async function transcriptOf(
  service: TestService,
  script: Script,
  keys = new Keys(),
): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for (const { method, path, body, as, tagAs, nextAs, headers = {} } of script) {
    const response = await service.send(
      method,
      keys.fill(path),
      body === undefined ? undefined : keys.fill(typeof body === 'string' ? body : JSON.stringify(body)),
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, keys.fill(value)])),
    )
    if (as !== undefined) keys.remember(as, String(response.body['_pk']))
    if (tagAs !== undefined) keys.remember(tagAs, String(response.headers['etag']))
    if (nextAs !== undefined) keys.remember(nextAs, nextPath(response.headers['link']))
    exchanges.push(exchange(`${method} ${path} ${JSON.stringify(body) ?? ''}`, response, keys))
  }
  return exchanges
}

function exchange(request: string, { status, headers, body }: TestResponse, keys: Keys): Exchange {
  return {
    request,
    status,
    allow: headers['allow'],
    location: pathWithNames(headers['location'], keys),
    body: withNames(sorted(status < 400 ? body : withoutWords(body)), '', '', keys),
  }
}

/**
 * Returns an error document without its messages, because engines differ in how precisely they report an error and in
 * the format of keys.
 */
function withoutWords({ detail: _detail, errors, ...rest }: TestResponse['body']): object {
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

/** Returns the path of the next page or, after the last page, a path that does not exist. */
function nextPath(link: unknown): string {
  return /<([^>]+)>; rel="next"/.exec(String(link))?.[1] ?? '/v1/no-next-page'
}

/** Returns the value with the keys of all objects sorted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, entry]) => [name, sorted(entry)]),
  )
}
