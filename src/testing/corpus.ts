import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * The folder named by `SVCGEN_CORPUS`, which contains third-party APIs in `ramses/`, `public/` and `tck/`, or null if
 * the variable is not set.
 */
export const CORPUS: string | null = process.env['SVCGEN_CORPUS'] || null

/**
 * Returns the root files of the APIs below `ramses/` and `public/`.
 * @returns sorted paths, relative to the corpus, with `/` as the separator; an empty list if there is no corpus
 */
export function corpusApis(): readonly string[] {
  if (CORPUS === null) return []
  const corpus = CORPUS
  return ['public', 'ramses']
    .flatMap((folder) => ramlFilesBelow(join(corpus, folder)))
    .map((path) => relative(corpus, path).replaceAll('\\', '/'))
}

/**
 * Returns the absolute path of a file in the corpus.
 * @throws Error if there is no corpus
 */
export function corpusPath(path: string): string {
  if (CORPUS === null) throw new Error('SVCGEN_CORPUS is not set')
  return join(CORPUS, path)
}

/** Returns the absolute paths of all `.raml` files below a folder, sorted. Skips files without a RAML header. */
export function ramlFilesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.raml'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, 'utf8').startsWith('#%RAML'))
    .toSorted()
}

/** Reports a missing corpus once for all test files (vitest's global setup). */
export default function reportCorpus(): void {
  if (CORPUS === null) console.log('Skipping tests of third-party APIs: SVCGEN_CORPUS is not set')
  else if (!statSync(CORPUS, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`SVCGEN_CORPUS: ${CORPUS} is not a folder`)
}
