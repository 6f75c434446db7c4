import { once } from 'node:events'
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A service running in a separate process, as in production. */
export interface ServiceProcess {
  /** `http://127.0.0.1:PORT` */
  readonly address: string
  readonly pid: number
  /** Returns whether the process has ended. */
  hasEnded(): boolean
  /** Terminates the process with SIGTERM and returns its exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts the built project at `folder` on a free port, and waits for it to print that it is ready.
 * @param cwd the working directory
 */
export async function startProcess(
  folder: string,
  env: Readonly<Record<string, string>> = {},
  cwd = folder,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [join(folder, 'dist/src/main.js')], {
    cwd,
    env: { ...process.env, SVC_LOG_LEVEL: 'silent', SVC_DATABASE_URL: 'sqlite::memory:', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await addressOf(child)
  return {
    address,
    pid: child.pid ?? 0,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("the service's output is not a pipe")
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\S+/.exec(line) ?? []
    if (url !== undefined) return url
  }
  throw new Error('the service did not start')
}
