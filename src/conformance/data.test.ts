import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { MongoClient, ObjectId } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Engine } from '../ir/index.js'
import { pick, random } from '../testing/random.js'
import { type TestEngine, testEngines } from './engines.js'
import { buildFixture, removeProject } from './service.js'
import { userCode } from './user-code.js'

type Item = Record<string, unknown>
type Items = Readonly<Record<string, readonly Item[]>>

const engines = testEngines()
const folder = mkdtempSync(join(tmpdir(), 'data-'))
const projects = new Map<string, string>()
const opened: (() => Promise<void>)[] = []
let serial = 0

beforeAll(async () => {
  for (const engine of new Set(engines.map((each) => each.engine))) {
    projects.set(`library ${engine}`, await buildFixture('library', engine))
    projects.set(`members ${engine}`, await buildFixture('members', engine, userCode('members')))
    // The database makes no difference to it.
    if (engine === 'svc_sqla')
      projects.set(`rules ${engine}`, await buildFixture('members', engine, userCode('members'), true))
    const code = { ...userCode('handlers'), 'src/handlers/set-item-owner.ts': REFUSES_SECRETS }
    projects.set(`handlers ${engine}`, await buildFixture('handlers', engine, code))
  }
}, 120_000)

afterAll(async () => {
  for (const drop of opened) await drop()
  for (const project of projects.values()) removeProject(project)
  rmSync(folder, { recursive: true, force: true })
})

/** A handler that changes the imported item, stores an item of a different model, and rejects items named `secret`. */
const REFUSES_SECRETS = `import { BadRequest, registry } from '../generated/index.js'

registry.add('set_item_owner', async (event) => {
  if (event.fields.name?.newValue === 'secret') throw new BadRequest('Secrets cannot be published')
  event.setFieldValue('description', 'handled')
  await event.models.profile.create({ data: {} })
})
`

/** A project on an empty database. */
interface OpenProject {
  readonly env: Readonly<Record<string, string>>
  readonly project: string
  /** Runs the command in this process, after those before it. */
  run(...args: readonly string[]): Promise<Ended>
  /** Runs the command in a separate process. */
  start(...args: readonly string[]): Promise<Ended>
}

async function openProject(fixture: string, engine: TestEngine): Promise<OpenProject> {
  const { settings, drop } = await engine.create()
  opened.push(drop)
  const env = Object.fromEntries(
    Object.entries({
      ...settings,
      ...(engine.name === 'SQLite' ? { 'database.url': `sqlite:${fresh()}/service.db` } : {}),
      migrate: 'auto',
      ...(fixture === 'rules' ? { database_acls: 'true' } : {}),
    }).map(([name, value]) => [`SVC_${name.replaceAll('.', '_').toUpperCase()}`, value]),
  )
  const project = projects.get(`${fixture} ${engine.engine}`) ?? ''
  return {
    env,
    project,
    run: (...args) => {
      const result = previous.then(() => runHere(project, env, args))
      previous = result
      return result
    },
    start: async (...args) => {
      const options = { cwd: project, env, all: true, reject: false } as const
      const { exitCode, all } = await execa('node', [COMMAND, ...args], options)
      return { code: exitCode, text: all }
    },
  }
}

interface Ended {
  readonly code: number | undefined
  readonly text: string
}

const COMMAND = 'dist/src/generated/data.js'
let runs = 0
/** The last command in this process, which has one environment and one output. */
let previous: Promise<unknown> = Promise.resolve()

/** Runs the command in this process, because a new one would spend most of its time loading modules. */
async function runHere(
  project: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<Ended> {
  const { argv, exitCode } = process
  const lines: unknown[] = []
  const print = (line: unknown): void => void lines.push(line)
  const outputs = [
    vi.spyOn(console, 'log').mockImplementation(print),
    vi.spyOn(console, 'error').mockImplementation(print),
  ]
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  process.argv = ['node', COMMAND, ...args]
  process.exitCode = 0
  try {
    runs += 1
    await import(`${join(project, COMMAND)}?${runs}`)
    return { code: Number(process.exitCode), text: lines.join('\n') }
  } finally {
    Object.assign(process, { argv, exitCode })
    vi.unstubAllEnvs()
    for (const output of outputs) output.mockRestore()
  }
}

function fresh(): string {
  serial += 1
  const path = join(folder, String(serial))
  mkdirSync(path)
  return path
}

function write(items: Items): string {
  const path = fresh()
  for (const [model, list] of Object.entries(items))
    writeFileSync(join(path, `${model}.ndjson`), list.map((item) => `${JSON.stringify(item)}\n`).join(''))
  return path
}

/** Returns the exported items in a folder. ObjectIds that represent integers are converted to integers. */
function read(path: string): Items {
  const all = readdirSync(path).map((name): [string, Item[]] => [
    name.replace('.ndjson', ''),
    readFileSync(join(path, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line, (_name, value) => withoutObjectId(value))),
  ])
  return Object.fromEntries(all)
}

function withoutObjectId(value: unknown): unknown {
  return typeof value === 'string' && /^0{10}[0-9a-f]{14}$/.test(value) ? Number.parseInt(value, 16) : value
}

async function exported(at: OpenProject, ...args: readonly string[]): Promise<Items> {
  const path = fresh()
  expect(await at.run('export', '-o', path, ...args)).toMatchObject({ code: 0 })
  return read(path)
}

const TEXTS = ['', ' ', 'ä "q" \u2028', 'a,b\nc', '\r\n', '0', 'null', '😀', null] as const

function libraryItems(seed: number): Items {
  const next = random(seed)
  const text = (): string | null => pick(next, TEXTS)
  const names = Array.from({ length: 20 }, (_, index) => `author ${index}`)
  const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index * 3 + 1)
  const orNull = <T>(value: T): T | null => (next() < 0.3 ? null : value)
  return {
    Author: names.map((name) => ({
      name,
      links: orNull({ a: text(), 'b.c': [1, { $d: null }] }),
      tags: orNull(['poet']),
    })),
    Book: ids(1500).map((id) => ({
      id,
      title: `t${text()}`,
      author: orNull(pick(next, names)),
      price: orNull(pick(next, ['0.0000000001', '12345678901234567890.5', 1.5])),
      published: orNull('2001-02-03'),
      created_at: orNull('2001-02-03T04:05:06.789Z'),
      in_print: orNull(next() < 0.5),
      keywords: orNull([text() ?? '']),
      genre: 'verse',
      pages: null,
    })),
    Category: ids(40).map((number) => ({ number, label: text(), parent: orNull(pick(next, ids(40))) })),
    Cover: ids(30).map((id, index) => ({ id, color: text(), book: index * 3 + 1 })),
    Review: ids(50).map((id) => ({
      id,
      stars: orNull(3),
      text: text(),
      writer: pick(next, names),
      editor: orNull(pick(next, names)),
      book: orNull(pick(next, ids(1500))),
    })),
    Sample: ids(10).map((id) => ({
      id,
      a_string: text(),
      an_integer: orNull(-(2 ** 31)),
      a_small_integer: orNull(-5),
      a_big_integer: orNull('9223372036854775807'),
      a_float: orNull(next() * 1e300),
      a_decimal: orNull('0.1234567890123456789'),
      a_decimal_text: orNull('7.5'),
      a_boolean: orNull(false),
      a_date: orNull('0001-01-01'),
      a_datetime: orNull('9999-12-31T23:59:59.999Z'),
      a_time: orNull('23:59:59'),
      an_interval: orNull(-1),
      a_binary: orNull('AAH/'),
      a_choice: orNull('two'),
      a_list: orNull([1, -2]),
      a_dict: orNull({ size: 1, '': { x: [null] } }),
      a_pickle: orNull(pick(next, ['x', 1, true, [1], { y: '' }])),
      a_unique: orNull(id),
    })),
  }
}

/** Each engine, paired with the next one. `data-round-trips.test.ts` covers all pairs, but not the command. */
const PAIRS = engines.map((from, index) => {
  const to = engines[(index + 1) % engines.length] ?? from
  return [from.name, to.name, from, to] as const
})

describe.each(PAIRS)('from %s to %s', (fromName, toName, from, to) => {
  test.each([
    ['NDJSON', []],
    ['CSV', ['--csv']],
  ] as const)(
    '%s files preserve every item, link and key',
    async (_name, args) => {
      const seed = fromName.length * 31 + toName.length
      const source = await openProject('library', from)
      expect(await source.run('import', write(libraryItems(seed)))).toMatchObject({ code: 0 })
      const before = await exported(source)
      expect(before['Book']).toHaveLength(1500)
      const path = fresh()
      await source.run('export', '-o', path, ...args)
      const target = await openProject('library', to)
      expect(await target.run('import', path)).toMatchObject({ code: 0 })
      expect(await exported(target)).toEqual(before)
    },
    60_000,
  )

  test('password hashes and links are preserved', async () => {
    const source = await openProject('members', from)
    const user = (username: string, password: string): Item => ({
      username,
      email: `${username}@x.org`,
      password,
      groups: ['admin'],
    })
    const seed = {
      User: [user('ann', 'correct horse'), user('bob', 'battery staple')],
      Story: [{ id: 5, title: 'A', owner: 'ann' }],
      Comment: [{ id: 8, text: 'c', author: 'bob', story: 5 }],
      Profile: [{ id: 2, user: 'bob' }],
    }
    expect(await source.run('import', write(seed))).toMatchObject({ code: 0 })
    const before = await exported(source)
    expect(before['User']?.[0]?.['password']).toMatch(/^\$argon2id\$/)
    const target = await openProject('members', to)
    expect(await target.run('import', write(before))).toMatchObject({ code: 0 })
    expect(await exported(target)).toEqual(before)
  }, 60_000)
})

describe.each(engines.map((engine) => [engine.name, engine] as const))('on %s', (_name, engine) => {
  test('errors name the file, line and field; batches before the first error are stored', async () => {
    const at = await openProject('library', engine)
    const authors: Item[] = Array.from({ length: 2500 }, (_, index) => ({
      name: `a${String(index).padStart(4, '0')}`,
    }))
    const wrong = authors.with(1200, { name: 'x', tags: ['cook'], emial: 1 }).with(2400, { email: 'x@y.org' })
    const path = write({ Author: wrong, Book: [{ title: 7 }] })
    const { code, text } = await at.run('import', path)
    expect(code).toBe(1)
    expect(text).toContain('Author.ndjson:1201: tags/0: must be one of poet, critic, novelist')
    expect(text).toContain('Author.ndjson:1201: emial: unknown field in Author (did you mean "email"?)')
    expect(text).toContain('Author.ndjson:2401: name: is required')
    expect(text).toContain('Book.ndjson:1: title: ')
    expect((await exported(at))['Author']).toHaveLength(1000)
    writeFileSync(join(path, 'Author.ndjson'), authors.map((each) => JSON.stringify(each)).join('\r\n'))
    writeFileSync(join(path, 'Book.ndjson'), '')
    expect(await at.start('import', path, '--resume')).toMatchObject({ code: 0 })
    expect((await exported(at))['Author']).toHaveLength(2500)
  }, 60_000)

  test('users that could not register, and hashes that cost too much, are errors', async () => {
    const at = await openProject('members', engine)
    const user = (username: string, email = 'x@x.org', password = 'correct horse'): Item => ({
      username,
      email,
      password,
      groups: ['user'],
    })
    const hash = (cost: string): string => `$argon2id$v=19$${cost}$c2FsdHNhbHRzYWx0$${'a'.repeat(43)}`
    const wrong: readonly Item[] = [
      ...['g:admin', 'self', '.', '..', '', ' ann', 'everyone', 'a\nb', 'amy@example.com'].map((name) =>
        user(name),
      ),
      ...['a\r\nBcc: b@x.org', 'a@x.org\r\nBcc: b@x.org', 'a b@x.org', 'none'].map((email) =>
        user('u', email),
      ),
      ...['m=1048576,t=2,p=1', 'm=19456,t=400,p=1', 'm=19456,t=2,p=64'].map((cost) =>
        user('u', 'u@x.org', hash(cost)),
      ),
      // Hashed again, these would be the passwords of their users.
      ...[
        `$2b$12$${'a'.repeat(53)}`,
        `pbkdf2_sha256$600000$salt$${'a'.repeat(44)}`,
        `pbkdf2:sha256:600000$salt$${'a'.repeat(64)}`,
        `sha1$salt$${'a'.repeat(40)}`,
        `bcrypt_sha256$$2b$12$${'a'.repeat(53)}`,
        `argon2$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0$${'a'.repeat(43)}`,
        `{bcrypt}$2a$10$${'a'.repeat(53)}`,
        `{SSHA}${'a'.repeat(32)}`,
        hash('m=1'),
        // No password could be verified, or too many would match.
        hash('m=0,t=0,p=0'),
        hash('m=19456,t=2,p=1').replace('v=19', 'v=99'),
        hash('m=19456,t=2,p=1').replace(/\$a+$/, '$aaaaaa'),
      ].map((foreign) => user('u', 'u@x.org', foreign)),
    ]
    const { code, text } = await at.run('import', write({ User: wrong }))
    const accepted = wrong.filter((_item, index) => !text.includes(`User.ndjson:${index + 1}: `))
    expect([code, accepted]).toEqual([1, []])
    // The second one is what tokens of identity providers store.
    const [own, provided] = [
      hash('m=65536,t=3,p=4'),
      `$argon2id$v=19$m=0,t=0,p=1$${'a'.repeat(32)}$${'b'.repeat(128)}`,
    ]
    const fine = [user('ann'), user('bob', 'b@x.org', own), user('cy', 'c@x.org', provided)]
    expect(await at.run('import', write({ User: fine }))).toMatchObject({ code: 0 })
    const { User: stored = [] } = await exported(at, 'User')
    expect(stored.map(({ password }) => password)).toEqual([
      expect.stringMatching(/^\$argon2id/),
      own,
      provided,
    ])
  }, 120_000)

  test('two imports of the same file at the same time do not store its lines twice', async () => {
    const at = await openProject('library', engine)
    await at.run('import', write({ Author: [] }))
    const line = `${JSON.stringify({ color: 'blue' })}\n`
    const pipe = join(fresh(), 'Cover.ndjson')
    await execa('mkfifo', [pipe])
    const first = at.start('import', pipe)
    // Opens when the first import reads the file, which therefore lasts until the file ends.
    const file = await open(pipe, 'w')
    await file.write(line.repeat(1200))
    const path = write({ Cover: Array.from({ length: 1300 }, () => ({ color: 'blue' })) })
    expect(await at.run('import', path)).toEqual({
      code: 1,
      text: 'Another import of Cover.ndjson is running, and would store the same lines',
    })
    await file.write(line.repeat(1300))
    await file.close()
    expect(await first).toEqual({ code: 0, text: 'Cover: 2500 items imported' })
    expect((await exported(at, 'Cover'))['Cover']).toHaveLength(2500)
    expect(await at.run('import', path)).toMatchObject({ code: 0 })
  }, 60_000)

  test('existing items, links to missing items and duplicate unique values are errors', async () => {
    const at = await openProject('library', engine)
    await at.run('import', write({ Author: [{ name: 'a', email: 'a@x.org' }] }))
    const existing = await at.run('import', write({ Author: [{ name: 'a' }] }))
    expect(existing.text).toContain('Author.ndjson:1: name: "a" already exists')
    const taken = await at.run('import', write({ Author: [{ name: 'c' }, { name: 'b', email: 'a@x.org' }] }))
    expect(taken.text).toContain('Author.ndjson:2: email: "a@x.org" is already used by the Author "a"')
    const missing = await at.run(
      'import',
      write({
        Book: [
          { title: 't', author: 'a' },
          { title: 't', author: 'z' },
        ],
      }),
    )
    expect(missing.text).toContain('Book.ndjson:2: author: there is no Author with the key "z"')
    const circular = await at.run(
      'import',
      write({
        Category: [
          { number: 1, parent: 2 },
          { number: 2, parent: 3 },
        ],
      }),
    )
    expect(circular.text).toContain('Category.ndjson:2: parent: there is no Category with the key 3')
  }, 60_000)

  test.runIf(engine.name === 'SQLite')(
    '--update keeps the rules of items',
    async () => {
      const at = await openProject('rules', engine)
      await at.run('import', write({ Notice: [{ id: 1, title: 'old', _acl: ['deny everyone view'] }] }))
      const { text } = await at.run('import', write({ Notice: [{ id: 1, title: 'new' }] }), '--update')
      expect(text).toBe('Notice: 1 item imported')
      expect((await exported(at, 'Notice'))['Notice']).toMatchObject([
        { title: 'new', _acl: ['deny everyone view'] },
      ])
    },
    60_000,
  )

  test('--update replaces items like PUT, but does not apply onupdate', async () => {
    const at = await openProject('library', engine)
    await at.run(
      'import',
      write({
        Author: [{ name: 'a' }],
        Book: [
          { id: 4, title: 'old', pages: 3, author: 'a', changed_at: '2001-02-03T04:05:06Z', in_print: false },
        ],
      }),
    )
    const { text } = await at.run(
      'import',
      write({
        Book: [
          { id: 4, title: 'new' },
          { id: 5, title: 'other' },
        ],
      }),
      '--update',
    )
    expect(text).toBe('Book: 2 items imported')
    const [book, other] = (await exported(at, 'Book'))['Book'] ?? []
    expect(book).toMatchObject({
      id: 4,
      title: 'new',
      pages: null,
      author: null,
      changed_at: null,
      in_print: true,
    })
    expect(other).toMatchObject({ id: 5, title: 'other' })
  }, 60_000)

  test("--handlers runs processors and handlers in the batch's transaction", async () => {
    const at = await openProject('handlers', engine)
    const user = { username: 'Ann', email: 'ann@x.org', password: 'correct horse' }
    const story = { id: 3, name: 'a', slug: 'a' }
    await at.run('import', write({ User: [user], Story: [story] }))
    const without = await exported(at)
    expect(without['User']).toMatchObject([{ username: 'Ann' }])
    expect(without['Story']).toMatchObject([{ description: null }])

    const handled = await openProject('handlers', engine)
    const result = await handled.run('import', write({ User: [user], Story: [story] }), '--handlers')
    expect(result).toEqual({ code: 0, text: 'User: 1 item imported\nStory: 1 item imported' })
    const before = await exported(handled)
    expect(before['User']).toMatchObject([{ username: 'ann' }])
    expect(before['Story']).toMatchObject([{ id: 3, description: 'handled' }])
    expect(before['Profile']).toHaveLength(1)

    const stories = [
      { id: 4, name: 'b', slug: 'b' },
      { id: 5, name: 'secret', slug: 'c' },
    ]
    const refused = await handled.run('import', write({ Story: stories }), '--handlers')
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.text).toContain('Story.ndjson:2: Secrets cannot be published')
    if (engine.name !== 'MongoDB') expect(await exported(handled)).toEqual(before)

    const again = { id: 3, name: 'new', slug: 'other' }
    expect(await handled.run('import', write({ Story: [again] }), '--update', '--handlers')).toMatchObject({
      code: 0,
    })
    expect((await exported(handled))['Story']?.[0]).toMatchObject({ id: 3, name: 'new', slug: 'a' })
  }, 60_000)

  test('generated keys continue after the highest imported key', async () => {
    const at = await openProject('library', engine)
    await at.run('import', write({ Cover: [{ id: 41 }] }))
    await at.run('import', write({ Cover: [{ color: 'red' }] }))
    const covers = (await exported(at))['Cover']
    expect(covers).toHaveLength(2)
    if (engine.engine === 'svc_sqla') expect(covers?.[1]).toMatchObject({ id: 42, color: 'red' })
  }, 60_000)

  test('--dry-run validates items but stores nothing', async () => {
    const at = await openProject('library', engine)
    await at.run('import', write({ Author: [] }))
    expect((await at.run('import', write({ Author: [{ name: 'a' }] }), '--dry-run')).text).toBe(
      'Author: 1 item valid',
    )
    expect((await at.run('import', write({ Author: [{ name: 1 }] }), '--dry-run')).code).toBe(1)
    expect((await exported(at))['Author']).toEqual([])
  }, 60_000)

  test('--dry-run does not apply pending migrations', async () => {
    const at = await openProject('library', engine)
    const args = ['import', write({ Author: [{ name: 'a' }] }), '--dry-run']
    const refused = { code: 1, text: 'pending migrations: 0001_initial; run "npm run migrate"' }
    expect(await at.run(...args)).toEqual(refused)
    expect(await at.run(...args)).toEqual(refused)
  }, 60_000)
})

// They mostly wait.
test.concurrent.each(engines.map((engine) => [engine.name, engine] as const))(
  'a killed import can be resumed on %s',
  async (_name, engine) => {
    const at = await openProject('library', engine)
    const items = libraryItems(7)
    const path = write(items)
    const next = random(Date.now())
    for (let attempt = 0; attempt < 4; attempt++) {
      const args = ['dist/src/generated/data.js', 'import', path, ...(attempt === 0 ? [] : ['--resume'])]
      const child = spawn('node', args, {
        cwd: at.project,
        env: { ...process.env, ...at.env },
        stdio: 'ignore',
      })
      const ended = once(child, 'exit')
      // After the first time, it waits for three seconds, because the killed import could still run.
      await sleep((attempt === 0 ? 300 : 3300) + next() * 700)
      child.kill('SIGKILL')
      await ended
    }
    expect(await at.start('import', path, '--resume')).toMatchObject({ code: 0 })
    const reference = await openProject('library', engine)
    await reference.start('import', path)
    expect(without(await exported(at))).toEqual(without(await exported(reference)))
  },
  90_000,
)

/** Removes time-dependent values. */
function without(items: Items): Items {
  return Object.fromEntries(
    Object.entries(items).map(([model, list]) => [
      model,
      list.map((item) => ({ ...item, created_at: null })),
    ]),
  )
}

const documents = engines.find(({ engine }) => engine === 'svc_mongodb')

test.each(
  engines.filter(({ engine }) => engine === 'svc_sqla').map((engine) => [engine.name, engine] as const),
)(
  'on %s, keys generated by MongoDB do not conflict with keys that are kept in the same file',
  async (_name, engine) => {
    const at = await openProject('library', engine)
    const id = (key: string) => ({ id: key.padStart(24, '0'), title: `book ${key}` })
    expect(
      await at.run('import', write({ Book: [id('1'), id('6b042e1630eccee7cb24a07c'), id('2')] })),
    ).toMatchObject({ code: 0 })
    expect((await exported(at))['Book']?.map(({ id, title }) => [id, title])).toEqual([
      [1, 'book 1'],
      [2, 'book 2'],
      [3, 'book 6b042e1630eccee7cb24a07c'],
    ])
  },
  60_000,
)

test.runIf(documents !== undefined)(
  'keys generated by MongoDB become integers, and links are adjusted',
  async () => {
    if (documents === undefined) return
    const source = await openProject('library', documents)
    await source.run('import', write({ Author: [] }))
    const client = await MongoClient.connect(source.env['SVC_MONGODB_URL'] ?? '')
    const ids = [new ObjectId(), new ObjectId()]
    await client
      .db()
      .collection('book')
      .insertMany(ids.map((_id, index) => ({ _id, title: `book ${index}` })))
    await client.db().collection('cover').insertOne({ color: 'blue', book_id: ids[1] })
    await client.close()
    const path = fresh()
    await source.run('export', '-o', path)
    const target = await openProject('library', engines[0] ?? documents)
    expect(await target.run('import', path)).toMatchObject({ code: 0 })
    const { Book = [], Cover = [] } = await exported(target)
    expect(Book.map(({ id, title }) => [id, title])).toEqual([
      [1, 'book 0'],
      [2, 'book 1'],
    ])
    expect(Cover).toEqual([{ id: 1, color: 'blue', book: 2 }])
  },
  60_000,
)

describe('files', () => {
  const [sqlite] = engines
  const open = (): Promise<OpenProject> =>
    openProject(
      'library',
      sqlite ?? {
        name: '',
        engine: 'svc_sqla' as Engine,
        create: () => Promise.reject(new Error('no engine')),
      },
    )

  test('CSV can have a byte order mark, CRLF, blank lines, and no final newline', async () => {
    const at = await open()
    const path = fresh()
    writeFileSync(
      join(path, 'Author.csv'),
      '\uFEFFname,email,links,tags\r\n\r\nann,,"{""a"":""""}","[""poet""]"\r\n\r\nbob,bob@x.org,,\r\n"c\r\nd",,,',
    )
    writeFileSync(join(path, 'Book.csv'), 'id,title,in_print,price,note_to_staff\n1,y,t,1.50,\n2,x,false,,')
    expect(await at.run('import', path)).toMatchObject({ code: 0 })
    const { Author, Book } = await exported(at)
    expect(Author).toEqual([
      { name: 'ann', email: null, links: { a: '' }, tags: ['poet'] },
      { name: 'bob', email: 'bob@x.org', links: null, tags: null },
      { name: 'c\r\nd', email: null, links: null, tags: null },
    ])
    expect(Book?.map(({ title, in_print, price }) => [title, in_print, price])).toEqual([
      ['y', true, 1.5],
      ['x', false, null],
    ])
  }, 60_000)

  test('a value can be nested as deeply as a request body', async () => {
    const at = await open()
    const path = join(fresh(), 'Author.ndjson')
    const links = '{"a":'.repeat(32) + '1' + '}'.repeat(32)
    writeFileSync(path, `{"name":"a","links":${links}}\n`)
    expect(await at.run('import', path)).toMatchObject({ code: 0 })
    writeFileSync(path, `{"name":"b","links":{"a":${links}}}\n`)
    expect((await at.run('import', path)).text).toContain('is nested too deeply')
  }, 60_000)

  test('CSV errors name the line on which a record starts', async () => {
    const at = await open()
    const path = join(fresh(), 'Author.csv')
    for (const end of ['\n', '\r\n', '\r']) {
      writeFileSync(path, `name,links\n"a${end}b",\n"c${end}d",{\n"e"\n`)
      const { text } = await at.run('import', path)
      expect(text).toContain('Author.csv:4: links: must be valid JSON')
      expect(text).toContain('Author.csv:6: has 1 cell, but the header has 2')
    }
    writeFileSync(path, 'name\n"a')
    expect((await at.run('import', path)).text).toMatch(/Author\.csv:\d: invalid CSV: /)
    writeFileSync(path, Buffer.from([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xff]))
    expect((await at.run('import', path)).text).toContain('the file is not encoded in UTF-8')
  }, 60_000)

  test('names and values in files can neither begin a line of the output nor control a terminal', async () => {
    const at = await open()
    const name = 'x\n::add-mask::p\u001b[31m\u009b2J\u202e'
    const path = fresh()
    writeFileSync(join(path, 'Author.csv'), `name,"${name}"\na,b\n`)
    const item = { title: 't', author: name, [name]: 1 }
    writeFileSync(
      join(path, 'Book.ndjson'),
      `${JSON.stringify(item)}\n{"title":"t","author":"z\u009b\u202e"}\n`,
    )
    writeFileSync(join(path, 'Cover.ndjson'), `{"color": \u009b}\n`)
    const { code, text } = await at.run('import', path)
    expect(code).toBe(1)
    expect(text).toContain('x ::add-mask::p [31m 2J : unknown field in Author')
    expect(
      text.split('\n').filter((line) => !/^(?:\w+\.(?:csv|ndjson):\d+: |\d+ errors)/.test(line)),
    ).toEqual([])
    expect(['\u001b', '\u009b', '\u202e'].filter((character) => text.includes(character))).toEqual([])
  })

  test('a record of CSV cannot be longer than a line of JSON', async () => {
    const at = await open()
    const path = join(fresh(), 'Author.csv')
    writeFileSync(path, `name\n"${'a,'.repeat(2 ** 25 + 1)}`)
    const { code, text } = await at.run('import', path)
    expect([code, text]).toEqual([1, expect.stringContaining('Author.csv:2: invalid CSV: Max Record Size')])
  }, 60_000)

  test('columns with the names of members that all objects have are reported', async () => {
    const at = await open()
    const path = join(fresh(), 'Author.csv')
    writeFileSync(path, 'name,__proto__\na,b\n')
    expect((await at.run('import', path)).text).toContain('Author.csv:1: the name "__proto__" is not allowed')
    writeFileSync(path, 'name,toString\na,b\n')
    expect((await at.run('import', path)).text).toMatch(/Author\.csv:2: .*toString/)
  }, 60_000)

  test('only the first 100 errors are listed', async () => {
    const at = await open()
    const { text } = await at.run('import', write({ Author: Array.from({ length: 150 }, () => ({})) }))
    expect(text.match(/is required/g)).toHaveLength(100)
    expect(text).toContain('… and 50 more errors')
  }, 60_000)

  test('invalid arguments and files are reported without a stack trace', async () => {
    const at = await open()
    const wrong = async (...args: readonly string[]): Promise<string> => {
      const { code, text } = await at.run(...args)
      expect(code).toBe(1)
      expect(text).not.toMatch(/^ {4}at /m)
      return text
    }
    await at.run('import', write({ Author: [] }))
    const path = fresh()
    writeFileSync(join(path, 'Foo.csv'), '')
    writeFileSync(join(path, 'Author.txt'), '')
    expect(await wrong('export', 'Autor', '-o', path)).toContain(
      'Unknown model "Autor" (did you mean "Author"?)',
    )
    expect(await wrong('export')).toContain('Missing option -o')
    expect(await wrong('export', '-o', join(path, 'Foo.csv'))).toContain('it is a file')
    expect(await wrong('import')).toContain('Missing folder or file to import')
    expect(await wrong('import', '--csv', path)).toContain('Unknown option --csv for import')
    expect(await wrong('import', '--nope', path)).toContain('usage:')
    expect(await wrong('import', join(path, 'none'))).toContain('no such file or folder')
    expect(await wrong('import', path)).toContain('Unknown model "Foo"')
    expect(await wrong('import', join(path, 'Author.txt'))).toContain('.ndjson or .csv')
    expect(await wrong('import', fresh())).toContain('contains no .ndjson or .csv files')
  }, 60_000)

  test.each(['export', 'import'])(
    'an %s with pending migrations is rejected',
    async (command) => {
      const at = await open()
      const words = command === 'export' ? ['-o', fresh()] : [write({ Author: [{ name: 'a' }] })]
      const { exitCode, stderr } = await execa('node', ['dist/src/generated/data.js', command, ...words], {
        cwd: at.project,
        env: { ...at.env, SVC_MIGRATE: 'manual' },
        reject: false,
      })
      expect(exitCode).toBe(1)
      expect(stderr).toContain('pending migrations: 0001_initial; run "npm run migrate"')
    },
    60_000,
  )

  test('an export writes files that only their owner can read, and follows no links', async () => {
    const at = await open()
    const path = write({ Author: [{ name: 'a' }] })
    expect(await at.run('import', path)).toMatchObject({ code: 0 })
    const [target, victim] = [fresh(), join(fresh(), 'victim')]
    writeFileSync(victim, 'untouched')
    symlinkSync(victim, join(target, 'Author.csv.partial'))
    writeFileSync(join(target, 'Book.csv.partial'), 'stale', { mode: 0o644 })
    expect(await at.run('export', '-o', target, '--csv')).toMatchObject({ code: 0 })
    expect(readFileSync(victim, 'utf8')).toBe('untouched')
    for (const name of ['Author.csv', 'Book.csv'])
      expect(statSync(join(target, name)).mode & 0o777, name).toBe(0o600)
  })

  test('an export does not apply pending migrations, even with migrate = auto', async () => {
    const at = await open()
    const { exitCode, stderr } = await execa(
      'node',
      ['dist/src/generated/data.js', 'export', '-o', fresh()],
      {
        cwd: at.project,
        env: { ...at.env, SVC_MIGRATE: 'auto' },
        reject: false,
      },
    )
    expect(exitCode).toBe(1)
    expect(stderr).toContain('pending migrations: 0001_initial; run "npm run migrate"')
  }, 60_000)
})
