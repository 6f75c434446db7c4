import { availableParallelism } from 'node:os'
import { stagesWith } from '../lazy-stages.js'
import { helperOf } from '../threads/helper.js'
import type { ExitCode } from './exit-code.js'
import { main } from './main.js'
import { processTerminal } from './terminal.js'

/**
 * Runs svcgen as a process of its own, which takes another thread to help where there is a processor for it.
 * @param argv the arguments after the program's name
 * @returns the exit code
 */
export function run(argv: readonly string[]): Promise<ExitCode> {
  const script = new URL('on-thread.js', import.meta.url)
  const helper = availableParallelism() > 1 ? helperOf(script) : null
  return main(argv, processTerminal(), stagesWith(helper))
}
