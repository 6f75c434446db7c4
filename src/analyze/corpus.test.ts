import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { Collector } from '../diagnostics/collector.js'
import type { Engine } from '../ir/index.js'
import { readApi } from '../raml/read-api.js'
import { corpusApis, corpusPath } from '../testing/corpus.js'
import { analyze } from './index.js'

const apis = corpusApis()

/** The expected errors for APIs whose schemas are inconsistent or not valid JSON. */
const DEFECTS: Readonly<Record<string, readonly string[]>> = {
  'ramses/addressbook/api.raml': ['SVC4018'],
  'public/Twitter/api.raml': ['SVC1012'],
}

/** Analyzes an API and ignores reader errors, because the corpus lacks files that only contain documentation. */
function analyzeApi(path: string, engine: Engine) {
  const { api } = readApi(corpusPath(path), { includeRoot: null, collector: new Collector() })
  const collector = new Collector()
  const analysis = api && analyze(api, { engine, collector })
  const errors = collector.sorted().filter(({ severity }) => severity === 'error')
  return { analysis, errors: errors.map(({ code }) => code), diagnostics: collector.sorted() }
}

describe.runIf(apis.length > 0)('real APIs', () => {
  it.each(apis)('analyzes %s without any unexpected errors', (path) => {
    const { analysis, errors, diagnostics } = analyzeApi(path, 'svc_sqla')
    const { models = [], routes = [] } = analysis?.service ?? {}
    console.log(
      `${path}: ${models.length} models, ${routes.length} routes, ${diagnostics.length} diagnostics`,
    )
    expect(errors.filter((code) => !DEFECTS[path]?.includes(code))).toEqual([])
  })

  it.each(apis)('emits valid draft 4 body schemas for %s', (path) => {
    for (const { schema } of analyzeApi(path, 'svc_mongodb').analysis?.service.models ?? []) {
      expect(() => new Ajv2020({ strict: false, validateFormats: false }).compile(schema)).not.toThrow()
    }
  })
})
