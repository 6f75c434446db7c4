import type { EmittedFile } from '../output/file.js'
import { format } from './format.js'
import { type Output, OUTPUTS, runtimeOutputs } from './outputs.js'
import { type EmitInput } from './files.js'

/** The number of files that are formatted concurrently. A larger number would only use more memory. */
const CONCURRENCY = 3

/** Returns all files in the emitted project, formatted and keyed by path. The same input produces the same bytes. */
export async function emit(input: EmitInput): Promise<ReadonlyMap<string, EmittedFile>> {
  const files = await rendered(OUTPUTS, input)
  const runtime = await rendered(runtimeOutputs(files), input)
  return new Map([...files, ...runtime].map((file) => [file.path, file]))
}

async function rendered(outputs: readonly Output[], input: EmitInput): Promise<readonly EmittedFile[]> {
  const done: EmittedFile[] = []
  const pending = outputs
    .flatMap(({ owner, files, isFormatted = false }) =>
      files(input).map((file) => ({ owner, isFormatted, ...file })),
    )
    .values()
  const worker = async (): Promise<void> => {
    for (const { path, owner, source, text, isFormatted } of pending)
      done.push({ path, owner, source, text: isFormatted ? text() : await format(path, text()) })
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return done
}
