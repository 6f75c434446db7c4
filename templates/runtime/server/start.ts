import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '../store.js'

/** Thrown if the service cannot start. The message is shown to the operator, without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/**
 * Builds the service, listens on `host` and `port`, and prints one line with the address. If the service cannot start,
 * prints the reason and exits with code 1. On SIGTERM or SIGINT, keeps accepting requests for `shutdown_delay` seconds,
 * then refuses new connections, finishes running requests, closes the database and exits with code 0.
 */
export async function start(build: () => Promise<FastifyInstance>): Promise<void> {
  try {
    const app = await build()
    const { host, port } = app.settings
    const { level } = app.log
    // Fastify logs the addresses, too.
    app.log.level = 'warn'
    await app.listen({ host, port })
    app.log.level = level
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(app))
    if (process.env['npm_lifecycle_event'] !== undefined) stopWithParent(app)
    console.log(`listening on ${app.listeningOrigin}`)
  } catch (error) {
    console.error(startupMessage(error))
    process.exit(1)
  }
}

const PARENT = process.ppid

/**
 * Stops the service when the parent process ends, because npm sends signals only to its shell, which exits without
 * forwarding them.
 */
function stopWithParent(app: FastifyInstance): void {
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(timer)
    void stop(app)
  }, 200)
  timer.unref()
}

/**
 * Accepts requests for `shutdown_delay` seconds, while `/readyz` returns 503, and then closes the service. The short
 * timeout closes idle keep-alive connections, which `close` would otherwise wait for.
 */
async function stop(app: FastifyInstance): Promise<void> {
  if (app.shutdown.hasBegun) return
  app.shutdown.hasBegun = true
  await sleep(app.settings.shutdownDelay * 1000)
  app.server.keepAliveTimeout = 1
  await app.close()
  process.exit(0)
}

/**
 * Errors whose messages are shown without a stack trace. They are listed by name because not every service contains the
 * classes.
 */
const OPERATOR_ERRORS: ReadonlySet<string> = new Set([
  'MigrationError',
  'NotRegistered',
  'SettingsError',
  'StartError',
])

const LISTEN_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use; set a different port in service.ini or with PORT',
  EACCES: 'requires more permissions; use a port from 1024 to 65535',
  EADDRNOTAVAIL: 'is not an address of this machine; set host in service.ini',
  ENOTFOUND: 'is an unknown host name; set host in service.ini',
}

const DATABASE_CODES = /^(SQLITE_\w+|[0-9A-Z]{5})$/

/**
 * Returns the message for an error at startup: one line for a problem that the operator can fix, otherwise the stack
 * trace.
 */
export function startupMessage(error: unknown): string {
  if (error instanceof Unavailable) return `database unavailable: ${error.message}`
  if (!(error instanceof Error)) return String(error)
  if (OPERATOR_ERRORS.has(error.name)) return error.message
  if ('syscall' in error) return systemMessage(error)
  return isDatabaseError(error)
    ? `database error: ${error.message}; "npm run migrate -- status" lists the migrations`
    : (error.stack ?? error.message)
}

function isDatabaseError(error: Error): boolean {
  if (/^Mongo\w*Error$/.test(error.name)) return true
  return 'code' in error && typeof error.code === 'string' && DATABASE_CODES.test(error.code)
}

function systemMessage(error: Error): string {
  const { code, address, hostname, port } = { code: '', address: '', hostname: '', port: '', ...error }
  const problem = port === '' && hostname === '' ? undefined : LISTEN_ERRORS[code]
  if (problem === undefined) return error.message
  return `${[address || hostname, port].filter((part) => part !== '').join(':')} ${problem}`
}
