import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { analysePath } from '../../testing/analyse-files.js'
import { openapiDocument } from '../../testing/openapi-document.js'

const validator = new Validator()
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** RAML files that stand for themselves, below a folder. */
function ramlFiles(folder: string): string[] {
  if (!existsSync(folder)) {
    console.warn(`skipped: ${folder} is not there`)
    return []
  }
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.raml'))
    .map((file) => join(folder, file))
    .filter((file) => readFileSync(file, 'utf8').startsWith('#%RAML'))
    .sort()
}

const files = ['fixtures', '../shared/corpus/ramses', '../shared/corpus/public'].flatMap((folder) =>
  ramlFiles(join(ROOT, folder)),
)

describe('the OpenAPI document of every API at hand', () => {
  it.each(files)('is valid for %s', async (file) => {
    const { analysis } = analysePath(file)
    if (analysis === null) return
    const { errors } = await validator.validate({ ...openapiDocument(analysis.service) })
    expect(errors ?? []).toEqual([])
  })
})
