import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Collector } from '../diagnostics/collector.js'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import { textRangeOf } from '../diagnostics/text-range.js'
import { CORPUS, corpusApis, corpusPath } from '../testing/corpus.js'
import { readApi } from './read-api.js'

const cases = join(CORPUS ?? '', 'tck/js-parser-cases')

/** Codes of errors that are reported because a case refers to a file outside the corpus. */
const INCOMPLETE: readonly string[] = ['SVC1031', 'SVC1033']

/** The code of the warning about `required: yes`, which both reference parsers reject. */
const OLD_BOOLEAN = 'SVC1051'

interface Case {
  readonly error: { readonly message?: string; readonly line?: number } | null
}

function read(path: string): readonly Diagnostic[] {
  const collector = new Collector()
  readApi(path, { includeRoot: null, collector })
  return collector.sorted()
}

function errorsIn(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error')
}

function tell({ code, message, at }: Diagnostic): string {
  return `${code} ${at === null ? '' : textRangeOf(at).line} ${message}`
}

function pathOf(id: string): string {
  const valid = join(cases, 'valid', `${id}.raml`)
  return existsSync(valid) ? valid : join(cases, 'invalid', `${id}.raml`)
}

function consensus(): { readonly both_accept: readonly string[]; readonly both_reject: readonly string[] } {
  return JSON.parse(readFileSync(join(cases, 'consensus.json'), 'utf8'))
}

describe.runIf(CORPUS !== null)('cases on which two reference parsers agree', () => {
  test('are accepted if both accept them', () => {
    const { both_accept } = consensus()
    const refused = both_accept.flatMap((id) => {
      const errors = errorsIn(read(pathOf(id))).filter(({ code }) => !INCOMPLETE.includes(code))
      return errors.map((error) => `${id}: ${tell(error)}`)
    })
    console.log(`RAML corpus: ${both_accept.length - refused.length} of ${both_accept.length} accepted`)
    expect(refused).toEqual([])
  })

  test('are rejected if both reject them, nearly always on the same line', () => {
    const { both_reject } = consensus()
    const results = both_reject.map((id) => {
      const { error }: Case = JSON.parse(readFileSync(join(cases, 'invalid', `${id}.json`), 'utf8'))
      const diagnostics = read(pathOf(id))
      const line = error?.line === undefined ? null : error.line + 1
      const lines = errorsIn(diagnostics).map(({ at }) => (at === null ? 0 : textRangeOf(at).line))
      return { id, line, lines, isOld: diagnostics.some(({ code }) => code === OLD_BOOLEAN) }
    })
    const placed = results.filter(({ line, lines, isOld }) => line !== null && lines.length > 0 && !isOld)
    const right = placed.filter(({ line, lines }) => lines.includes(line ?? 0))
    const old = results.filter(({ lines, isOld }) => lines.length === 0 && isOld)
    const missed = results.filter(({ lines, isOld }) => lines.length === 0 && !isOld).map(({ id }) => id)
    console.log(
      `RAML corpus: ${both_reject.length - missed.length - old.length} of ${both_reject.length} rejected, ${old.length} with a warning, ${right.length} of ${placed.length} on the same line`,
    )
    expect(missed).toEqual([])
    expect(right.length / placed.length).toBeGreaterThan(0.95)
  })
})

/**
 * Known errors in real files: included files that are missing from the corpus, a resource inside a method, an example
 * encoded in Latin-1, and RAML 1.0.
 */
const DEFECTS: readonly string[] = ['SVC1031', 'SVC2016', 'SVC1007', 'SVC2002']

describe.runIf(CORPUS !== null)('real APIs', () => {
  test.each(corpusApis())('reads %s without errors except the known ones', (path) => {
    const errors = errorsIn(read(corpusPath(path)))
    expect(errors.filter(({ code }) => !DEFECTS.includes(code)).map(tell)).toEqual([])
  })
})
