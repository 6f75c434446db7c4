import { below, pick, type Random } from '../testing/random.js'
import {
  AGGREGATIONS,
  encoded,
  get,
  OPERATORS,
  patch,
  post,
  put,
  remove,
  type Script,
  type Step,
} from './transcript.js'

const AUTHORS = ['ada', 'Émile', 'zoe', 'a b', 'ÅSE', '日本', "o'neil", '100%']
const EMAILS = [null, 'a@example.com', 'b@example.com', 'c@example.com']
const WORDS = ['the', 'quick', 'Fox', 'über', 'ÜBER', 'a_b', '50%', 'lazy', 'Dog', 'naïve', 'x*y', '日本']
const TAGS = ['poet', 'critic', 'novelist']
const KEYWORDS = ['red', 'Blue', 'grün', 'a,b']
const COLLECTIONS = ['authors', 'books', 'covers', 'reviews', 'categories'] as const
/** Items are deleted before the items to which they refer. */
const WIPING: Script = ['reviews', 'covers', 'books', 'authors', 'categories'].map((name) =>
  remove(`/${name}`),
)

const SORTS = [
  'title',
  '-title',
  'pages',
  '-pages,title',
  'price,-title',
  'genre,-pages',
  '-published',
  'author',
]
const CHANGED_BOOKS = [
  'pages__gt=100',
  'genre=verse',
  'author=ada',
  'title__contains=the',
  'reviews__exists=false',
  'q=fox',
]

/**
 * Returns random requests to the `library` fixture's service, some of them invalid. The same arguments produce the same
 * requests. The last requests read all collections and delete all items.
 * @param seed must differ between workloads for the same service, because the names of items contain it
 */
export function workload(next: Random, seed: number, steps: number): Script {
  const maker = new Maker(next, seed)
  const created = Array.from({ length: steps }, () => maker.steps()).flat()
  return [...created, ...COLLECTIONS.map((name) => get(`/${name}?_limit=1000`)), ...WIPING]
}

/** Generates the requests. Tracks the items that they try to create, whether or not the service creates them. */
class Maker {
  readonly #next: Random
  readonly #seed: number
  readonly #created: Record<'book' | 'cover' | 'review', number> = { book: 0, cover: 0, review: 0 }
  #remembered = 0

  constructor(next: Random, seed: number) {
    this.#next = next
    this.#seed = seed
  }

  steps(): readonly Step[] {
    const [, make] = pick(this.#next, this.#weighted)
    return make()
  }

  readonly #weighted = (
    [
      [4, () => [post('/authors', this.#author())]],
      [1, () => [post('/authors', [this.#author(), this.#author(), this.#author()])]],
      [6, () => [post('/books', this.#book(), this.#name('book'))]],
      [1, () => [post('/books', [this.#book(), this.#book()])]],
      [3, () => [post('/covers', { color: this.#word(), book: this.#maybe('book') }, this.#name('cover'))]],
      [4, () => [post('/reviews', this.#review(), this.#name('review'))]],
      [2, () => [post('/categories', this.#category())]],
      [4, () => [patch(`/books/${this.#key('book')}`, this.#some(this.#book()))]],
      [2, () => [patch(`/authors/${this.#authorPath()}`, this.#some(this.#author()))]],
      [2, () => [patch(`/reviews/${this.#key('review')}`, this.#some(this.#review()))]],
      [1, () => [patch(`/covers/${this.#key('cover')}`, { book: this.#maybe('book') })]],
      [2, () => [put(`/books/${this.#key('book')}`, this.#book())]],
      [1, () => [put(`/authors/${this.#authorPath()}`, this.#author())]],
      [1, () => [patch(`/authors/${this.#authorPath()}`, { books: this.#keys('book') })]],
      [
        1,
        () => [
          patch(`/books/${this.#key('book')}`, {
            cover: this.#maybe('cover'),
            reviews: this.#keys('review'),
          }),
        ],
      ],
      [
        1,
        () => [
          patch(`/categories/${this.#number()}`, { children: [this.#number()], parent: this.#number() }),
        ],
      ],
      [2, () => [remove(`/books/${this.#key('book')}`)]],
      [1, () => [remove(`/authors/${this.#authorPath()}`)]],
      [1, () => [remove(`/reviews/${this.#key('review')}`)]],
      [1, () => [remove(`/categories/${this.#number()}`)]],
      [2, () => [patch(`/books?${encoded(pick(this.#next, CHANGED_BOOKS))}`, this.#some(this.#book()))]],
      [1, () => [patch(`/reviews?${encoded('stars__lt=3')}`, { book: this.#maybe('book') })]],
      [1, () => [remove(`/books?${encoded(pick(this.#next, CHANGED_BOOKS))}`)]],
      [1, () => [remove(`/reviews?stars=${this.#number()}`)]],
      [4, () => [get(`/books?${this.#query()}`)]],
      [2, () => [get(`/books?${pick(this.#next, AGGREGATIONS)}&${this.#filter()}`)]],
      [2, () => this.#pages()],
      [2, () => [get(`/books/${this.#key('book')}`)]],
      [1, () => [get(`/authors/${this.#authorPath()}`)]],
      [2, () => [get(`/authors/${this.#authorPath()}/books?${this.#query()}`)]],
      [1, () => [post(`/authors/${this.#authorPath()}/books`, this.#book(), this.#name('book'))]],
      [
        1,
        () => [patch(`/authors/${this.#authorPath()}/books/${this.#key('book')}`, this.#some(this.#book()))],
      ],
      [1, () => [remove(`/authors/${this.#authorPath()}/books`)]],
      [
        1,
        () => [
          post(`/authors/${this.#authorPath()}/books/${this.#key('book')}/cover`, { color: this.#word() }),
        ],
      ],
      [1, () => [remove(`/authors/${this.#authorPath()}/books/${this.#key('book')}/cover`)]],
      [
        1,
        () => [post(`/authors/${this.#authorPath()}/links`, { [this.#word()]: this.#number(), '-home': '' })],
      ],
      [1, () => [post(`/authors/${this.#authorPath()}/tags`, { [pick(this.#next, TAGS)]: '', '-poet': '' })]],
      [3, () => this.#matching()],
    ] as const satisfies readonly (readonly [number, () => readonly Step[]])[]
  ).flatMap((entry) => Array.from({ length: entry[0] }, () => entry))

  /**
   * Changes a book, and then replaces or deletes it with the same If-Match. If the first request changes the book, the
   * second one fails.
   */
  #matching(): readonly Step[] {
    const [at, tag] = [`/books/${this.#key('book')}`, this.#remember('tag')]
    const ifMatch = { headers: { 'if-match': `{${tag}}` } }
    return [
      { ...get(at), tagAs: tag },
      { ...patch(at, { pages: this.#number() }), ...ifMatch },
      { ...(this.#next() < 0.5 ? remove(at) : put(at, this.#book())), ...ifMatch },
    ]
  }

  /** Reads three pages by cursor, and creates a book after the first page. */
  #pages(): readonly Step[] {
    const [second, third] = [this.#remember('next'), this.#remember('next')]
    const to = (name: string): Step => ({ method: 'GET', path: `{${name}}` })
    return [
      { ...get(`/books?_limit=2&_sort=${pick(this.#next, SORTS)}&${this.#filter()}`), nextAs: second },
      post('/books', this.#book(), this.#name('book')),
      { ...to(second), nextAs: third },
      to(third),
    ]
  }

  #query(): string {
    const [start, limit] = [below(this.#next, 4), below(this.#next, 6)]
    return `${this.#filter()}&${this.#filter()}&_sort=${pick(this.#next, SORTS)}&_start=${start}&_limit=${limit}`
  }

  #filter(): string {
    const { key: _key, wrong, order: _order, page: _page, ...filters } = OPERATORS
    const text = pick(this.#next, this.#next() < 0.05 ? (wrong ?? []) : Object.values(filters).flat())
    return encoded(text)
  }

  #author(): Record<string, unknown> {
    return {
      name: pick(this.#next, AUTHORS),
      email: pick(this.#next, EMAILS),
      tags: TAGS.filter(() => this.#next() < 0.5),
      links: { home: this.#word(), deep: { n: [this.#number(), null] } },
    }
  }

  #book(): Record<string, unknown> {
    return {
      title: [this.#word(), this.#word(), this.#word()].join(' '),
      pages: pick(this.#next, [null, 0, 1, 5, 100, 200, 2_147_483_647, 2_147_483_648]),
      price: pick(this.#next, [null, 7, 12.5, '1234567890.0123456789', '0.10', 'x']),
      published: pick(this.#next, [null, '1999-12-31', '2020-02-29', '2021-02-29']),
      genre: pick(this.#next, ['prose', 'verse']),
      in_print: this.#next() < 0.5,
      keywords: KEYWORDS.filter(() => this.#next() < 0.4),
      author: pick(this.#next, [null, ...AUTHORS]),
    }
  }

  #review(): Record<string, unknown> {
    return {
      stars: this.#number(),
      text: `${this.#word()}, ${this.#word()}`,
      writer: pick(this.#next, AUTHORS),
      editor: pick(this.#next, [null, ...AUTHORS]),
      book: this.#maybe('book'),
    }
  }

  #category(): Record<string, unknown> {
    return { number: this.#number(), label: this.#word(), parent: pick(this.#next, [null, this.#number()]) }
  }

  /** Returns some of the fields. */
  #some(body: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(body).filter(() => this.#next() < 0.3))
  }

  #word(): string {
    return pick(this.#next, WORDS)
  }

  #number(): number {
    return below(this.#next, 7)
  }

  #authorPath(): string {
    return encodeURIComponent(pick(this.#next, AUTHORS))
  }

  #name(model: 'book' | 'cover' | 'review'): string {
    this.#created[model] += 1
    return `${model}_${this.#seed}_${this.#created[model]}`
  }

  #key(model: 'book' | 'cover' | 'review'): string {
    const count = this.#created[model]
    return count === 0 ? 'none' : `{${model}_${this.#seed}_${1 + below(this.#next, count)}}`
  }

  #keys(model: 'book' | 'cover' | 'review'): string[] {
    return Array.from({ length: below(this.#next, 3) }, () => this.#key(model))
  }

  #maybe(model: 'book' | 'cover' | 'review'): string | null {
    return this.#next() < 0.3 ? null : this.#key(model)
  }

  #remember(what: string): string {
    this.#remembered += 1
    return `${what}_${this.#seed}_${this.#remembered}`
  }
}
