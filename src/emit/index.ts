import type { EmittedFile } from '../output/file.js'
import { format } from './format.js'
import { OUTPUTS } from './outputs.js'
import { type EmitInput } from './files.js'

/** The number of files that are formatted concurrently. A larger number would only use more memory. */
const CONCURRENCY = 3

/** Returns all files in the emitted project, formatted and keyed by path. The same input produces the same bytes. */
export async function emit(input: EmitInput): Promise<ReadonlyMap<string, EmittedFile>> {
  const emitted = new Map<string, EmittedFile>()
  const pending = OUTPUTS.flatMap(({ owner, files, isFormatted = false }) =>
    files(input).map((file) => ({ owner, isFormatted, ...file })),
  ).values()
  const worker = async (): Promise<void> => {
    for (const { path, owner, source, text, isFormatted } of pending) {
      emitted.set(path, { path, owner, source, text: isFormatted ? text() : await format(path, text()) })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return emitted
}
