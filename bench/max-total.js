import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { median, printTable } from './lib/table.js'
import { DATABASES } from './serve/databases.js'
import { load } from './serve/load.js'
import { buildProject } from './serve/project.js'

// Measures how long it takes to return a filtered page from a small and a large table, with an exact total and with
// `max_total = 10000`.

const SERVICE = fileURLToPath(new URL('serve/service.js', import.meta.url))
const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    rows: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '5' },
  },
})
const SMALL = 1000
const PATHS = { indexed: '/v1/stories?topic=topic-1', 'not indexed': '/v1/stories?status=draft' }

const project = await buildProject('svc_sqla')
try {
  const small = await measureTable(SMALL)
  const large = await measureTable(Number(options.rows))
  const rows = small.map(([name, time], index) => {
    const [, other] = large[index]
    return [name, time.toFixed(2), other.toFixed(2), (other / time).toFixed(1)]
  })
  printTable(['filter, max_total', `${SMALL} rows: ms`, `${options.rows} rows: ms`, 'ratio'], rows)
} finally {
  rmSync(project, { recursive: true, force: true })
}

async function measureTable(stories) {
  const sizes = { stories, notes: 0, users: 1, topics: 2, articles: 0, subjects: 1 }
  const databases = await DATABASES[options.engine](project, sizes, 1)
  try {
    const figures = []
    for (const maxTotal of [0, 10_000])
      for (const [name, path] of Object.entries(PATHS))
        figures.push([`${name}, ${maxTotal}`, await measurePage(databases.urls[0], path, maxTotal)])
    return figures
  } finally {
    await databases.remove()
  }
}

/** Returns the median response time for a page, in milliseconds. */
async function measurePage(database, path, maxTotal) {
  const child = fork(SERVICE, ['emitted', database, project, JSON.stringify({ max_total: maxTotal })])
  child.once('exit', () => process.exit(1))
  const [{ port }] = await once(child, 'message')
  const next = () => ({ method: 'GET', path })
  await load([port], next, { connections: 1, seconds: 2 })
  const { times } = await load([port], next, { connections: 1, seconds: Number(options.seconds) })
  child.removeAllListeners('exit').disconnect()
  return median(times)
}
