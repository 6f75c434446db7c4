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

interface Rendered {
  readonly files: readonly EmittedFile[]
  /** The files of the runtime that these files import. */
  readonly imported: ReadonlySet<string>
}

async function rendered(outputs: readonly Output[], input: EmitInput): Promise<Rendered> {
  const done: EmittedFile[] = []
  const imported = new Set<string>()
  const files = outputs.flatMap(({ owner, files: list, isFormatted = false }) =>
    list(input).map(({ content, ...file }) => ({ owner, isFormatted, ...file, ...content() })),
  )
  for (const each of files.flatMap(({ runtime = [] }) => runtime)) imported.add(each)
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
