import { colors, plain, type Paint } from '../diagnostics/paint.js'

/** The input and output of a command, except files. */
export interface Terminal {
  /** Results and summaries. */
  out(text: string): void
  /** Diagnostics and progress. */
  err(text: string): void
  readonly paint: { readonly out: Paint; readonly err: Paint }
  /** Whether to show progress, which requires standard error to be a terminal. */
  readonly showsProgress: boolean
  readonly isInteractive: boolean
  /** Asks the user a question, and returns the answer without surrounding spaces. */
  ask(question: string): Promise<string>
  /** Registers a callback that runs when the process is asked to stop (Ctrl-C, SIGTERM). */
  onStop(stop: () => void): void
}

/** Returns the terminal of this process. Respects `NO_COLOR` (https://no-color.org) and `CI`. */
export function processTerminal(env: NodeJS.ProcessEnv = process.env): Terminal {
  const isMachine = isSet(env['CI'])
  const paintFor = (stream: NodeJS.WriteStream): Paint =>
    stream.isTTY && !isSet(env['NO_COLOR']) && env['TERM'] !== 'dumb' ? colors : plain
  for (const stream of [process.stdout, process.stderr]) stream.on('error', exitSilently)
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    paint: { out: paintFor(process.stdout), err: paintFor(process.stderr) },
    showsProgress: process.stderr.isTTY && !isMachine,
    isInteractive: process.stdin.isTTY && process.stdout.isTTY && !isMachine,
    ask,
    onStop: (stop) => {
      process.once('SIGINT', stop)
      process.once('SIGTERM', stop)
    },
  }
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await prompt.question(question)).trim()
  } finally {
    prompt.close()
  }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}

/** Exits silently if the reader of a pipe has exited, as in `svcgen inspect … | head`. Throws any other error. */
function exitSilently(error: Error): void {
  if ('code' in error && error.code === 'EPIPE') process.exit()
  throw error
}
