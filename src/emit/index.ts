import type { EmittedFile } from '../output/file.js'
import { format } from './format.js'
import { type Output, OUTPUTS, runtimeOutputs } from './outputs.js'
import { type EmitInput } from './files.js'

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
  const pending = outputs
    .flatMap(({ owner, files, isFormatted = false }) =>
      files(input).map((file) => ({ owner, isFormatted, ...file })),
    )
    .values()
  const worker = async (): Promise<void> => {
    for (const { path, owner, source, content, isFormatted } of pending) {
      const { text, runtime = [] } = content()
      for (const each of runtime) imported.add(each)
      done.push({ path, owner, source, text: isFormatted ? text : await format(path, text) })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return { files: done, imported }
}
