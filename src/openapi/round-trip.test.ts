import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isObject, type JsonObject, listOf } from '../emit/json.js'
import type { Json, Service } from '../ir/index.js'
import { Collector } from '../diagnostics/collector.js'
import { stages } from '../stages.js'
import { openapiDocument } from '../testing/openapi-document.js'
import { temporaryFolder } from '../testing/temporary-folder.js'

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url))
const names = readdirSync(FIXTURES).filter(
  (name) => !/^(bad|warn)-/.test(name) && existsSync(join(FIXTURES, name, 'api.raml')),
)

/** A second scheme for the tokens of an OAuth 2.0 scheme gets another name, because the document has the first one. */
const RENAMED: Readonly<Record<string, string>> = { oauthToken2: 'oauthToken' }

const STYLES: Readonly<Record<string, string>> = {
  query: 'form',
  path: 'simple',
  header: 'simple',
  cookie: 'form',
}

/**
 * Returns a document in a form in which equal APIs are equal: references are followed, except those to schemas, and
 * lists without an order are sorted. Leaves out defaults of parameters, and the responses that every operation can
 * return, which differ because operations without models are functions.
 */
function normalized(document: JsonObject): JsonObject {
  const { components, paths, ...rest } = document
  const { schemas, securitySchemes } = objectAt(components)
  return {
    ...rest,
    paths: normal(objectAt(paths), document),
    schemas: normal(objectAt(schemas), document),
    securitySchemes: withoutRenamed(objectAt(securitySchemes)),
  }
}

function normal(value: Json, document: JsonObject): Json {
  if (Array.isArray(value)) return value.map((each: Json) => normal(each, document))
  if (!isObject(value)) return value
  const { $ref } = value
  if (typeof $ref === 'string' && !$ref.startsWith('#/components/schemas/'))
    return normal(targetOf($ref, document), document)
  const entries = Object.entries(value).map(([key, each]): [string, Json] => {
    const result = normal(each, document)
    if (key === 'parameters' || key === 'required') return [key, sorted(result)]
    if (key === 'security') return [key, sorted(listOf(result).map((one) => withoutRenamed(objectAt(one))))]
    return key === 'responses' ? [key, successesIn(objectAt(result))] : [key, result]
  })
  return Object.fromEntries(entries.filter(([key, each]) => !isDefault(value, key, each)).toSorted(byKey))
}

function isDefault({ in: location, name, style }: JsonObject, key: string, value: Json): boolean {
  if (typeof location !== 'string' || typeof name !== 'string') return false
  const usual = STYLES[location]
  if (key === 'style') return value === usual
  return key === 'explode' && value === ((style ?? usual) === 'form')
}

function successesIn(responses: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(responses).filter(([status]) => Number(status) < 400))
}

function sorted(value: Json): Json {
  return Array.isArray(value) ? [...new Set(value.map((each: Json) => JSON.stringify(each)))].sort() : value
}

function withoutRenamed(schemes: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schemes)
      .map(([name, value]) => [RENAMED[name] ?? name, value] as const)
      .toSorted(byKey),
  )
}

function byKey([one]: readonly [string, Json], [other]: readonly [string, Json]): number {
  return one < other ? -1 : 1
}

function targetOf(reference: string, document: JsonObject): JsonObject {
  return reference
    .slice(2)
    .split('/')
    .reduce((found, key) => objectAt(found[key.replaceAll('~1', '/').replaceAll('~0', '~')]), document)
}

function objectAt(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

function serviceOf(api: string): Service {
  const { analysis } = stages.analyze({
    api,
    includeRoot: null,
    engine: 'svc_sqla',
    collector: new Collector(),
  })
  if (analysis === null) throw new Error(`no service for ${api}`)
  return analysis.service
}

describe.each(names)('openapi.json of %s', (name) => {
  it('describes the same API if it is the input again', () => {
    const first = openapiDocument(serviceOf(join(FIXTURES, name, 'api.raml')))
    const copy = join(temporaryFolder(), 'api.json')
    writeFileSync(copy, JSON.stringify(first))
    const second = openapiDocument(serviceOf(copy))
    expect(normalized(second)).toEqual(normalized(first))
  })
})
