import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { printTable, quantile } from './lib/table.js'
import { DATABASES } from './serve/databases.js'
import { load } from './serve/load.js'
import { buildProject } from './serve/project.js'
import { sizesOf, workloadsFor } from './serve/workloads.js'

// Measures requests per second and response times for 1, 2 and 4 processes running the emitted service on one
// PostgreSQL database.

const SERVICE = fileURLToPath(new URL('serve/service.js', import.meta.url))
const { values: options } = parseArgs({
  options: {
    processes: { type: 'string', default: '1,2,4' },
    connections: { type: 'string', default: '32' },
    rounds: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '0.5' },
    stories: { type: 'string', default: '100000' },
  },
})

/** The requests in the mixed load, in turn: four reads for each write. */
const MIX = ['show', 'page', 'filter', 'show', 'create', 'show', 'nested', 'page', 'filter', 'patch']

const project = await buildProject('svc_sqla')
const sizes = sizesOf(Number(options.stories))
const databases = await DATABASES.postgres(project, sizes, 1)
const workloads = workloadsFor(sizes, databases.key)
const counts = options.processes.split(',').map(Number)
const services = await Promise.all(Array.from({ length: Math.max(...counts) }, start))
try {
  const rows = []
  for (const [name, next] of [
    ['show', workloads.show],
    ['page', workloads.page],
    ['create', workloads.create],
    ['mixed', mixed()],
  ]) {
    const rounds = counts.map(() => [])
    await measure(services, next)
    for (let round = 0; round < Number(options.rounds); round += 1)
      for (const [index, count] of counts.entries())
        rounds[index].push(await measure(services.slice(0, count), next))
    for (const [index, count] of counts.entries())
      rows.push([`${count} × ${name}`, ...undisturbed(rounds[index])])
  }
  printTable(['processes', 'requests/s', 'median ms', 'p99 ms'], rows)
} finally {
  for (const { process: child } of services) child.removeAllListeners('exit').disconnect()
  await databases.remove()
  rmSync(project, { recursive: true, force: true })
}

async function measure(used, next) {
  const ports = used.map(({ port }) => port)
  const { times, seconds } = await load(ports, next, {
    connections: Number(options.connections),
    seconds: Number(options.seconds),
  })
  return { rate: times.length / seconds, median: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

/**
 * Returns the best quartile of each figure over all rounds, because other load on the machine can only slow a service
 * down.
 */
function undisturbed(rounds) {
  const figure = (name, share) =>
    quantile(
      rounds.map((round) => round[name]),
      share,
    )
  return [figure('rate', 0.75).toFixed(0), figure('median', 0.25).toFixed(1), figure('p99', 0.25).toFixed(1)]
}

async function start() {
  const child = fork(SERVICE, ['emitted', databases.urls[0], project, JSON.stringify({ max_total: 10_000 })])
  child.once('exit', () => process.exit(1))
  const [{ port }] = await once(child, 'message')
  return { process: child, port }
}

/** Returns a function that returns the next request in the mixed load. */
function mixed() {
  let count = 0
  return () => workloads[MIX[count++ % MIX.length]]()
}
