import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { analyzePath } from '../../testing/analyze-files.js'
import { corpusApis, corpusPath, ramlFilesBelow } from '../../testing/corpus.js'
import { openapiDocument } from '../../testing/openapi-document.js'

const validator = new Validator()
const FIXTURES = fileURLToPath(new URL('../../../fixtures', import.meta.url))

/** APIs with a schema property named `$ref`, which the validator interprets as a reference. */
const UNREADABLE: readonly string[] = ['public/FlightStats/api.raml']

const files = [
  ...ramlFilesBelow(FIXTURES),
  ...corpusApis()
    .filter((path) => !UNREADABLE.includes(path))
    .map(corpusPath),
]

describe('the OpenAPI document', () => {
  it.each(files)('is valid for %s', async (file) => {
    const { analysis } = analyzePath(file)
    if (analysis === null) return
    const { errors } = await validator.validate({ ...openapiDocument(analysis.service) })
    expect(errors ?? []).toEqual([])
  })
})
