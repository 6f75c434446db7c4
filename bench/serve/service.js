import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { buildBaseline } from '../baseline/app.js'

// Runs one of the compared services in its own process. Sends its port to the parent, and its CPU time and memory on
// request.

const [kind, database, project, secured] = process.argv.slice(2)
const app = kind === 'baseline' ? await baseline() : await emitted()
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.send({ port: Number(new URL(address).port) })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({ cpu: user + system, rss: process.memoryUsage.rss() })
})
process.on('disconnect', () => process.exit())

async function baseline() {
  if (database.startsWith('postgres:')) {
    const { openPostgres } = await import('../baseline/postgres.js')
    return buildBaseline(openPostgres(database))
  }
  if (database.startsWith('mongodb:')) {
    const { openMongodb } = await import('../baseline/mongodb.js')
    return buildBaseline(openMongodb(database))
  }
  const file = database.replace('sqlite:', '')
  const { openSqlite } = await import('../baseline/sqlite.js')
  if (secured === undefined) return buildBaseline(openSqlite(file))
  const { openGuard } = await import('../baseline/guard.js')
  return buildBaseline(openSqlite(file), openGuard(file, JSON.parse(secured)))
}

async function emitted() {
  process.chdir(project)
  const { buildApp } = await import(pathToFileURL(join(project, 'dist/src/app.js')))
  return buildApp({
    [database.startsWith('mongodb:') ? 'mongodb.url' : 'database.url']: database,
    migrate: 'manual',
    // The handwritten service does not log requests.
    'log.level': 'warn',
    ...(secured === undefined ? {} : JSON.parse(secured)),
  })
}
