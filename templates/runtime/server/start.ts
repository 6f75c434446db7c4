import type { FastifyInstance } from 'fastify'
import { Unavailable } from '../store.js'

/** What keeps the service from starting, in words for the person who starts it; one fault a line. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/**
 * Builds the service, listens on `host` and `port`, and prints one line with the address. SIGTERM and SIGINT end it: no new connections, what runs
 * is answered, the database is closed. What keeps it from starting is printed, and the exit code is 1 (SPEC 5).
 */
export async function start(build: () => Promise<FastifyInstance>): Promise<void> {
  try {
    const app = await build()
    const { host, port } = app.settings
    await app.listen({ host, port })
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(app))
    if (process.env['npm_lifecycle_event'] !== undefined) stopWithParent(app)
    console.log(`listening on ${app.listeningOrigin}`)
  } catch (error) {
    console.error(whyNotStarted(error))
    process.exit(1)
  }
}

const PARENT = process.ppid

/** npm signals only the shell that it runs a script in, and that shell ends without passing the signal on. */
function stopWithParent(app: FastifyInstance): void {
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(timer)
    void stop(app)
  }, 200)
  timer.unref()
}

/** A connection that a caller keeps for later requests is closed once what runs on it is answered. */
async function stop(app: FastifyInstance): Promise<void> {
  app.server.keepAliveTimeout = 1
  await app.close()
  process.exit(0)
}

/** Errors whose message says all. By name, since not every service has all of the parts that throw them. */
const FOR_PEOPLE: ReadonlySet<string> = new Set([
  'MigrationError',
  'NotRegistered',
  'SettingsError',
  'StartError',
])

const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another process; set another port by PORT or in service.ini',
  EACCES: 'may not be used by this user; ports from 1024 on may',
  EADDRNOTAVAIL: 'is no address of this machine; set host in service.ini',
  ENOTFOUND: 'is no address that can be found; set host in service.ini',
}

/** What to tell the person who starts the service. */
export function whyNotStarted(error: unknown): string {
  if (error instanceof Unavailable) return `the database cannot be used: ${error.message}`
  if (!(error instanceof Error)) return String(error)
  if (FOR_PEOPLE.has(error.name)) return error.message
  return 'syscall' in error ? systemFault(error) : (error.stack ?? error.message)
}

/** A refusal of the operating system; one that comes of the address says how to choose another. */
function systemFault(error: Error): string {
  const { code, address, hostname, port } = { code: '', address: '', hostname: '', port: '', ...error }
  const fault = port === '' && hostname === '' ? undefined : LISTEN_FAULTS[code]
  if (fault === undefined) return error.message
  return `${[address || hostname, port].filter((part) => part !== '').join(':')} ${fault}`
}
