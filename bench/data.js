// Imports generated rows into PostgreSQL, exports them, and prints the time and peak memory of both:
// node bench/data.js [rows]
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, '.cache/bench-data')
const rows = Number(process.argv[2] ?? 1_000_000)
const url = process.env['TEST_POSTGRES_URL']
if (url === undefined) throw new Error('set TEST_POSTGRES_URL to a PostgreSQL server')

const { default: pg } = await import('pg')
const database = `bench_data_${process.pid}`
const admin = new pg.Client({ connectionString: url })
await admin.connect()
await admin.query(`CREATE DATABASE ${database}`)
try {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'rows'), { recursive: true })
  const project = join(folder, 'service')
  const node = (/** @type {string[]} */ ...args) => execFileSync(process.execPath, args, { cwd: project })
  execFileSync(
    process.execPath,
    ['bin/svcgen.js', 'generate', 'fixtures/library/api.raml', '-o', project, '--features', 'data'],
    {
      cwd: root,
    },
  )
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
  node(join(root, 'node_modules/typescript/bin/tsc'))
  await write()
  await run(project, 'import', join(folder, 'rows'))
  await run(project, 'export', '-o', join(folder, 'out'))
} finally {
  await admin.query(`DROP DATABASE ${database} WITH (FORCE)`)
  await admin.end()
  rmSync(folder, { recursive: true, force: true })
}

async function write() {
  const authors = createWriteStream(join(folder, 'rows/Author.ndjson'))
  for (let n = 0; n < 1000; n++) authors.write(`${JSON.stringify({ name: `author ${n}`, tags: ['poet'] })}\n`)
  authors.end()
  const books = createWriteStream(join(folder, 'rows/Book.ndjson'))
  for (let id = 1; id <= rows; id++) {
    const book = {
      id,
      title: `Book ${id}`,
      author: `author ${id % 1000}`,
      pages: (id % 900) + 1,
      price: '12.50',
      keywords: ['a', 'b'],
    }
    if (!books.write(`${JSON.stringify(book)}\n`)) await once(books, 'drain')
  }
  books.end()
  await once(books, 'finish')
}

async function run(/** @type {string} */ cwd, /** @type {string[]} */ ...args) {
  const target = new URL(url ?? '')
  target.pathname = `/${database}`
  const child = spawn(process.execPath, ['dist/src/generated/data.js', ...args], {
    cwd,
    env: { ...process.env, SVC_DATABASE_URL: target.href, SVC_MIGRATE: 'auto' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const start = performance.now()
  let peak = 0
  const timer = setInterval(() => {
    const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(status(child.pid ?? 0)) ?? []
    peak = Math.max(peak, Number(kilobytes))
  }, 50)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  if (code !== 0) throw new Error(`${args[0]} failed`)
  const seconds = (performance.now() - start) / 1000
  console.log(`${args[0]}: ${rows} rows in ${seconds.toFixed(1)} s, at most ${Math.round(peak / 1024)} MB`)
}

function status(/** @type {number} */ pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}
