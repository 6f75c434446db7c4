import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { printTable, quantile } from './lib/table.js'
import { logIn, SECURED, setPasswords } from './serve/auth.js'
import { DATABASES } from './serve/databases.js'
import { load } from './serve/load.js'
import { buildProject } from './serve/project.js'
import { refusalsFor, searchesFor, sizesOf, workloadsFor } from './serve/workloads.js'

// Compares the emitted service with a handwritten one by measuring them alternately. The handwritten service runs in
// two processes, to show how much the figures vary.

const SERVICE = fileURLToPath(new URL('serve/service.js', import.meta.url))
/**
 * Matches keys that the MongoDB driver generates, which begin with a timestamp. The keys of the initial rows begin with
 * zeros.
 */
const GENERATED_KEY = /\b[1-9a-f][0-9a-f]{23}\b/g
/**
 * The load before each measurement, which lets V8 compile the code: `turns` rounds, each with at most `requests`
 * requests and at most `seconds` seconds.
 */
const WARM_UP = { turns: 3, requests: 7_000, seconds: 2 }
const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    rounds: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '0.25' },
    stories: { type: 'string', default: '100000' },
    only: { type: 'string' },
    auth: { type: 'boolean', default: false },
  },
})

const project = options.auth
  ? await buildProject('svc_sqla', 'secured.raml')
  : await buildProject(options.engine === 'mongodb' ? 'svc_mongodb' : 'svc_sqla')
const sizes = sizesOf(Number(options.stories))
const databases = await DATABASES[options.engine](project, sizes, 3)
if (options.auth) await setPasswords(databases.urls)
const services = await Promise.all(
  ['emitted', 'baseline', 'baseline'].map((kind, index) => start(kind, databases.urls[index])),
)
const cookie = options.auth ? await logIn(services[0].port) : undefined
const workloads = Object.entries({
  ...workloadsFor(sizes, databases.key),
  ...(options.auth || options.engine === 'mongodb' ? {} : searchesFor(sizes)),
}).map(([name, workload]) => [
  name,
  typeof workload === 'function' ? () => ({ ...workload(), cookie }) : workload,
])
try {
  await compareResponses()
  const rows = []
  const only = options.only?.split(',')
  for (const [name, workload] of workloads)
    if (only?.includes(name) ?? true) rows.push(await measure(name, workload))
  printTable(
    [
      '',
      'emitted req/s',
      'handwritten req/s',
      'ratio',
      'emitted CPU µs',
      'handwritten CPU µs',
      'CPU ratio',
      'A/A',
    ],
    rows,
  )
  const [emitted, handwritten] = await Promise.all(services.map(usage))
  console.log(
    `memory: emitted service ${megabytes(emitted.rss)} MB, handwritten service ${megabytes(handwritten.rss)} MB`,
  )
} finally {
  for (const { process: child } of services) child.removeAllListeners('exit').disconnect()
  await databases.remove()
  rmSync(project, { recursive: true, force: true })
}

async function start(kind, database) {
  const secured = options.auth ? [JSON.stringify(SECURED)] : []
  const child = fork(SERVICE, [kind, database, project, ...secured])
  child.once('exit', () => process.exit(1))
  const [{ port }] = await once(child, 'message')
  return { process: child, port }
}

async function usage({ process: child }) {
  const message = once(child, 'message')
  child.send('usage')
  const [figures] = await message
  return figures
}

/**
 * Measures a workload in rounds, each of which puts load on one service after the other. Other load on the machine can
 * only slow a service down, so only the best rounds count.
 */
async function measure(name, workload) {
  const nexts = await Promise.all(services.map((service) => requestsOf(service, workload)))
  for (let turn = 0; turn < WARM_UP.turns; turn += 1)
    for (const [index, service] of services.entries())
      await load([service.port], upTo(WARM_UP.requests, nexts[index]), WARM_UP)
  const figures = services.map(() => [])
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const index of turnsOf(round)) figures[index].push(await measureOnce(services[index], nexts[index]))
  const [emitted, handwritten, again] = figures.map(undisturbed)
  return [
    name,
    emitted.rate.toFixed(0),
    handwritten.rate.toFixed(0),
    (emitted.rate / handwritten.rate).toFixed(2),
    emitted.cpu.toFixed(1),
    handwritten.cpu.toFixed(1),
    (handwritten.cpu / emitted.cpu).toFixed(2),
    (again.cpu / handwritten.cpu).toFixed(2),
  ]
}

/** Returns the best quartile of each figure over all rounds. */
function undisturbed(rounds) {
  return {
    rate: quantile(
      rounds.map(({ rate }) => rate),
      0.75,
    ),
    cpu: quantile(
      rounds.map(({ cpu }) => cpu),
      0.25,
    ),
  }
}

/** Returns the order of the services in a round. Each comes first equally often, so that none has an advantage. */
function turnsOf(round) {
  return services.map((_, turn) => (turn + round) % services.length)
}

async function measureOnce(service, next) {
  const before = await usage(service)
  const { times, seconds } = await load([service.port], next, { seconds: Number(options.seconds) })
  const after = await usage(service)
  return { rate: times.length / seconds, cpu: (after.cpu - before.cpu) / times.length }
}

/** Returns a function that calls `next` at most `count` times, and then returns null. */
function upTo(count, next) {
  let left = count
  return () => (left-- > 0 ? next() : null)
}

/** Returns a function that returns the workload's next request to a service. */
async function requestsOf({ port }, workload) {
  if (typeof workload === 'function') return workload
  const { headers } = await fetch(`http://127.0.0.1:${port}${workload.follows}`)
  const [, path] = /<(.*)>/.exec(headers.get('link'))
  return () => ({ method: 'GET', path })
}

/**
 * Compares the responses of the services.
 * @throws Error if they send different responses or reject different requests
 */
async function compareResponses() {
  for (const [name, workload] of workloads) {
    const shared = typeof workload === 'function' ? workload() : undefined
    await compare(name, async (service) => {
      const response = await ask(service, shared ?? (await requestsOf(service, workload))())
      const text = await response.text()
      return `${response.status} ${text.replaceAll(`127.0.0.1:${service.port}`, '127.0.0.1').replaceAll(GENERATED_KEY, 'generated')}`
    })
  }
  for (const request of refusalsFor(databases.key)) {
    await compare(JSON.stringify(request), async (service) => {
      const response = await ask(service, { cookie, ...request })
      const { errors = [] } = await response.json()
      const fields = errors.map(({ path }) => path.replace(/^\//, '').split('/')[0])
      return `${response.status} ${fields.sort()}`
    })
  }
}

async function compare(name, responseOf) {
  const responses = await Promise.all(services.map(responseOf))
  if (responses[0] !== responses[1])
    throw new Error(`${name}: responses differ\n${responses[0]}\n${responses[1]}`)
}

function ask({ port }, { method, path, body, headers, cookie }) {
  const sent = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(cookie === undefined ? {} : { cookie }),
    ...headers,
  }
  const payload = body === undefined ? {} : { body: JSON.stringify(body) }
  return fetch(`http://127.0.0.1:${port}${path}`, { method, headers: sent, ...payload })
}

function megabytes(bytes) {
  return (bytes / 1024 / 1024).toFixed(0)
}
