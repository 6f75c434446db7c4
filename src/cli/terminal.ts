import { colours, plain, type Paint } from '../diagnostics/paint.js'

/** What a command may do with the world around it, its files aside. */
export interface Terminal {
  /** Results and summaries. */
  out(text: string): void
  /** Diagnostics and progress. */
  err(text: string): void
  /** Colours for standard output, and for standard error. */
  readonly paint: { readonly out: Paint; readonly err: Paint }
  /** A person watches standard error: progress may be shown. */
  readonly showsProgress: boolean
  /** A person can be asked. */
  readonly isInteractive: boolean
  /** Calls back when the user asks the process to end (Ctrl-C, SIGTERM). */
  onStop(stop: () => void): void
}

/** The terminal of this process; `NO_COLOR` (https://no-color.org) and `CI` are honoured. */
export function processTerminal(env: NodeJS.ProcessEnv = process.env): Terminal {
  const isMachine = isSet(env['CI'])
  const paintFor = (stream: NodeJS.WriteStream): Paint =>
    stream.isTTY && !isSet(env['NO_COLOR']) && env['TERM'] !== 'dumb' ? colours : plain
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endQuietly)
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    paint: { out: paintFor(process.stdout), err: paintFor(process.stderr) },
    showsProgress: process.stderr.isTTY && !isMachine,
    isInteractive: process.stdin.isTTY && process.stdout.isTTY && !isMachine,
    onStop: (stop) => {
      process.once('SIGINT', stop)
      process.once('SIGTERM', stop)
    },
  }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}

/** The reader of a pipe has gone (`svcgen inspect … | head`): there is nobody to tell. */
function endQuietly(error: Error): void {
  if ('code' in error && error.code === 'EPIPE') process.exit()
  throw error
}
