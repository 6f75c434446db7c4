import type { EmittedFile } from '../output/file.js'
import { format } from './format.js'
import { type Output, OUTPUTS, runtimeOutputs } from './outputs.js'
import { type EmitInput } from './files.js'
import { withSchemaTypes } from './schema-types.js'

/** The number of files that are formatted concurrently. A larger number would only use more memory. */
const CONCURRENCY = 3

/** Returns all files in the emitted project, formatted and keyed by path. The same input produces the same bytes. */
export async function emit(input: EmitInput): Promise<ReadonlyMap<string, EmittedFile>> {
  const own = await rendered(OUTPUTS, input)
  const runtime = await rendered(runtimeOutputs([...own.imported]), input)
  return new Map([...own.files, ...runtime.files].map((file) => [file.path, file]))
}

/** Returns the files of these outputs, and the files of the runtime that they import. */
async function rendered(outputs: readonly Output[], input: EmitInput) {
  const done: EmittedFile[] = []
  const files = outputs.flatMap(({ owner, files: list, isFormatted = false }) =>
    list(input).map(({ content, ...file }) => ({ owner, isFormatted, ...file, ...content() })),
  )
  const imported = new Set(files.flatMap(({ runtime = [] }) => runtime))
  const withTypes = await withSchemaTypes(input.service)
  const pending = files.values()
  const worker = async (): Promise<void> => {
    for (const { path, owner, source, text: rendering, isFormatted } of pending) {
      const text = withTypes(rendering)
      done.push({ path, owner, source, text: isFormatted ? text : await format(path, text) })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return { files: done, imported }
}
