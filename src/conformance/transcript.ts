/** A request in a script. It can define names, which later requests can use in the form `{name}`. */
export interface Step {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  /** A name for the item that the request creates. */
  readonly as?: string
  /** A name for the `ETag` in the response. */
  readonly tagAs?: string
  /** A name for the path of the next page. */
  readonly nextAs?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Script = readonly Step[]

export const post = (path: string, body: unknown, as?: string): Step => ({
  method: 'POST',
  path: `/v1${path}`,
  body,
  ...(as === undefined ? {} : { as }),
})
export const get = (path: string): Step => ({ method: 'GET', path: `/v1${path}` })
export const patch = (path: string, body: unknown): Step => ({ method: 'PATCH', path: `/v1${path}`, body })
export const put = (path: string, body: unknown): Step => ({ method: 'PUT', path: `/v1${path}`, body })
export const remove = (path: string): Step => ({ method: 'DELETE', path: `/v1${path}` })
const options = (path: string): Step => ({ method: 'OPTIONS', path: `/v1${path}` })

const FILLING: Script = [
  post('/authors', {
    name: 'ada',
    email: 'ada@example.com',
    tags: ['poet', 'critic'],
    links: { home: 'x', deep: { n: [1, null] } },
  }),
  post('/authors', { name: 'Émile', tags: ['novelist'] }),
  post('/authors', { name: 'zoe', email: null, links: {} }),
  post('/authors', { name: 'ada' }),
  post('/authors', { name: 'eve', email: 'ada@example.com' }),
  post('/authors', { name: 'x'.repeat(41) }),
  post('/authors', { email: 'no-name@example.com' }),
  post('/authors', { name: 'tags', tags: ['cook'] }),
  post('/authors', { name: 'a', unknown: 1 }),
  post('/authors', '{"name":'),
  post('/authors', []),
  post('/authors', [{ name: 'bulk1' }, { name: 'bulk2', email: 'b2@example.com' }]),
  post('/authors', [{ name: 'bulk3' }, { name: 'bulk1' }, { name: 'bulk4' }]),
  post('/authors', [{ name: 'bulk3' }, { email: 1 }]),
  get('/authors/bulk3'),
  post(
    '/books',
    {
      title: 'Ångström über alles',
      pages: 100,
      price: 12.5,
      published: '2020-02-29',
      author: 'ada',
      keywords: ['red', 'Blue'],
    },
    'book1',
  ),
  post(
    '/books',
    { title: 'the quick brown fox', pages: 200, price: 7, genre: 'verse', author: 'ada', in_print: false },
    'book2',
  ),
  post(
    '/books',
    { title: 'The Lazy Dog', pages: 5, published: '1999-12-31', author: 'Émile', keywords: [] },
    'book3',
  ),
  post('/books', { title: 'a_b%c*d?', author: null }, 'book4'),
  post('/books', { title: 'ÜBER UNS', pages: 200, price: 1234567890.0123456 }, 'book5'),
  post('/books', { title: 'no such author', author: 'nobody' }),
  post('/books', { title: 'own key', id: 5 }),
  post('/books', { title: '' }),
  post('/books', { title: 'bad', pages: 0 }),
  post('/books', { title: 'bad', pages: 2147483648 }),
  post('/books', { title: 'bad', price: '1e5' }),
  post('/books', { title: 'bad', published: '2021-02-29' }),
  post('/books', { title: 'bad', genre: 'drama' }),
  post('/books', { title: 'bad', author_name: 'ada' }),
  post('/books', { title: 'bad', author: { $ne: null } }),
  post('/books', { title: 'staff', note_to_staff: 'hm' }, 'book6'),
  post('/covers', { color: 'red', book: '{book1}' }, 'cover1'),
  post('/covers', { color: 'blue', book: '{book1}' }),
  post('/covers', { color: 'green' }, 'cover2'),
  post('/reviews', { stars: 5, text: 'Good, very good', writer: 'ada', book: '{book1}' }, 'review1'),
  post(
    '/reviews',
    { stars: 2, text: 'naïve café', writer: 'zoe', editor: 'ada', book: '{book1}' },
    'review2',
  ),
  post('/reviews', { stars: 3, writer: 'zoe', book: '{book2}' }, 'review3'),
  post('/reviews', { stars: 1 }),
  post('/reviews', { stars: 6, writer: 'ada' }),
  post('/categories', [
    { number: 1, label: 'root' },
    { number: 2, label: 'child', parent: 1 },
  ]),
  post('/categories', { number: 3, parent: 99 }),
  post('/categories', { number: 3, label: 'both', children: [2] }),
  get('/categories/1'),
  get('/categories/3'),
]

/** Queries on books, grouped by topic. */
export const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  title: [
    'title=The Lazy Dog',
    'title__ne=The Lazy Dog',
    'title__contains=the',
    'title__icontains=ÜBER',
    'title__icontains=ångström',
    'title__contains=%25',
    'title__contains=_',
    'title__startswith=the',
    'title__istartswith=THE',
    'title__istartswith=über',
    'title__endswith=?',
    'title__endswith=Dog',
    'title__in=The Lazy Dog,ÜBER UNS',
    'title__nin=The Lazy Dog',
    'title__gt=T',
    'title__lte=a',
  ],
  pages: [
    'pages=200',
    'pages__ne=200',
    'pages__gt=100',
    'pages__gte=100',
    'pages__lt=200',
    'pages__lte=5',
    'pages__in=5,100',
    'pages__nin=5,100',
    'pages__exists=true',
    'pages__exists=false',
    'pages=x',
    'pages__foo=1',
  ],
  price: [
    'price=7',
    'price=12.50',
    'price__gt=7',
    'price__lt=12.5',
    'price__in=7,12.5',
    'price__exists=false',
    'price=1e3',
  ],
  published: [
    'published=2020-02-29',
    'published__lt=2020-01-01',
    'published__exists=true',
    'published=yesterday',
  ],
  flags: ['in_print=true', 'in_print=false', 'in_print=1', 'genre=verse', 'genre__ne=verse', 'genre=drama'],
  keywords: [
    'keywords=red',
    'keywords__contains=Blue',
    'keywords__all=red,Blue',
    'keywords__any=red,none',
    'keywords__ne=red',
    'keywords__nin=red',
    'keywords__exists=true',
    'keywords__in=red',
  ],
  author: [
    'author=ada',
    'author__ne=ada',
    'author__exists=false',
    'author__in=ada,Émile',
    'author.email=ada@example.com',
    'author.tags=poet',
    'author.name__startswith=É',
    'reviews.stars__gte=5',
    'reviews.writer=zoe',
    'cover.color=red',
    'cover__exists=true',
    'reviews__exists=false',
  ],
  key: ['id={book1}', 'id__in={book1},{book3}', 'id__ne={book1}', 'id=zzz'],
  text: [
    'q=fox',
    'q=FOX',
    'q=title:fox',
    'q=fo*',
    'q=f?x',
    'q=fux~',
    'q=ofx~1',
    'q=qucik~1',
    'q=uqikc~1',
    'q=uqikc~2',
    'q="quick brown"',
    'q=über',
    'q=ÜBER',
    'q=pages:[100 TO 200]',
    'q=pages:{100 TO 200]',
    'q=NOT fox',
    'q=fox OR dog',
    'q=the AND NOT fox',
    'q=genre:verse',
    'q=title:(',
    'q=nofield:x',
    'q=keywords:blue',
    'q=price:>7',
  ],
  order: [
    '_sort=title',
    '_sort=-title',
    '_sort=pages,-title',
    '_sort=-pages',
    '_sort=price',
    '_sort=-published',
    '_sort=author',
    '_sort=genre,-id',
    '_sort=nofield',
  ],
  page: [
    '_limit=2',
    '_limit=2&_start=2',
    '_limit=2&_page=1',
    '_limit=0',
    '_limit=-1',
    '_limit=x',
    '_limit=1001',
    '_start=-1',
    '_count',
    '_fields=title,pages',
    '_fields=-pages',
    '_fields=nofield',
    '_start=100',
  ],
  wrong: ['nofield=1', '$where=1', 'title[$ne]=x', '__proto__=1', 'title__regex=x'],
}

export const AGGREGATIONS = [
  '_aggs.a.avg.field=pages',
  '_aggs.a.sum.field=price',
  '_aggs.a.min.field=published',
  '_aggs.a.max.field=title',
  '_aggs.a.stats.field=pages',
  '_aggs.a.value_count.field=author',
  '_aggs.a.cardinality.field=genre',
  '_aggs.a.terms.field=genre',
  '_aggs.a.terms.field=keywords',
  '_aggs.a.terms.field=nofield',
  '_group=genre',
]

const QUERIES: Script = [
  ...Object.values(OPERATORS)
    .flat()
    .map((query) => get(`/books?${encoded(query)}${query.includes('_sort') ? '' : '&_sort=id'}`)),
  ...AGGREGATIONS.map((query) => get(`/books?${query}`)),
  ...[
    'tags=poet',
    'tags__all=poet,critic',
    'tags=cook',
    'email__exists=false',
    'books__exists=true',
    'books.pages__gt=100',
    '_sort=-name',
    '_sort=email',
  ].map((query) => get(`/authors?${encoded(query)}`)),
]

/** Encodes a query, except for names in braces. */
export function encoded(query: string): string {
  return encodeURI(query).replaceAll('%7B', '{').replaceAll('%7D', '}').replaceAll('%2525', '%25')
}

const CHANGES: Script = [
  get('/books/{book1}'),
  get('/books/zzz'),
  get('/books/999999999999999999999999'),
  get('/authors/ada'),
  get('/authors/nobody'),
  get('/authors/ada/books'),
  get('/authors/ada/books/{book2}'),
  get('/authors/zoe/books/{book2}'),
  get('/authors/ada/books/{book1}/cover'),
  get('/authors/ada/books/{book2}/cover'),
  post('/authors/ada/books', { title: 'below' }, 'book7'),
  post('/authors/nobody/books', { title: 'below' }),
  patch('/books/{book1}', { pages: 101 }),
  patch('/books/{book1}', { pages: null, keywords: null }),
  patch('/books/{book1}', { title: null }),
  patch('/books/{book1}', { id: 7 }),
  patch('/books/{book1}', { author: 'zoe' }),
  patch('/books/{book1}', { reviews: ['{review1}', '{review3}'] }),
  patch('/books/{book1}', { reviews: ['zzz'] }),
  patch('/books/{book1}', { cover: '{cover2}' }),
  get('/covers/{cover1}'),
  patch('/books/{book1}', {}),
  patch('/authors/ada', { links: { home: null, more: 1 } }),
  patch('/authors/ada', { tags: ['novelist'] }),
  patch('/authors/zoe', { email: 'ada@example.com' }),
  patch('/authors/zoe', { name: 'zoé' }),
  get('/authors/ada/links'),
  post('/authors/ada/links', { more: 2, extra: [] }),
  post('/authors/ada/links', { '-more': '' }),
  get('/authors/ada/tags'),
  post('/authors/ada/tags', ['poet']),
  post('/authors/ada/tags', { '-poet': '' }),
  post('/authors/ada/tags', ['cook']),
  put('/books/{book2}', { title: 'replaced' }),
  put('/books/{book2}', { pages: 1 }),
  put('/books/zzz', { title: 'x' }),
  patch('/books?pages=200', { in_print: false }),
  patch('/books?nofield=1', { in_print: false }),
  patch('/books?_limit=1', { in_print: false }),
  put('/books?genre=verse', { pages: 3 }),
  { ...patch('/books/{book3}', { pages: 6 }), headers: { 'if-match': '"none"' } },
  { ...get('/books/{book3}'), headers: { 'if-none-match': '*' } },
  { ...patch('/books/{book3}', { pages: 7 }), headers: { 'if-match': '*' } },
  options('/books'),
  options('/books/{book1}'),
  post('/books/{book1}', {}),
  remove('/authors/ada'),
  remove('/authors/Émile'),
  remove('/books/{book3}'),
  remove('/books/{book3}'),
  remove('/authors/%C3%89mile'),
  remove('/authors/zoe'),
  get('/reviews'),
  remove('/books/{book1}'),
  get('/covers'),
  remove('/books?title__startswith=a_b'),
  remove('/categories/1'),
  get('/categories'),
  remove('/reviews'),
  remove('/books'),
  get('/books'),
  get('/authors'),
]

/**
 * About two hundred requests to the `library` fixture's service that create, query, change and delete items; some are
 * invalid.
 */
export const SCRIPT: Script = [...FILLING, ...QUERIES, ...CHANGES]
