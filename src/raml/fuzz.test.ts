import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { Collector } from '../diagnostics/collector.js'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import { textRangeOf } from '../diagnostics/text-range.js'
import { parseJson } from '../source/json/parse-json.js'
import { Sources } from '../source/sources.js'
import { analyzePath } from '../testing/analyze-files.js'
import { fuzzSeeds } from '../testing/fuzz-seeds.js'
import { mutate } from '../testing/mutate.js'
import { randomFrom } from '../testing/random.js'
import { temporaryFolder } from '../testing/temporary-folder.js'

let folder: string
beforeAll(() => {
  folder = temporaryFolder()
})

const RAML = `#%RAML 0.8
title: "Stories"
version: v1
baseUri: http://{host}/{version}
mediaType: application/json
documentation:
  - title: Start
    content: !include story.json
schemas:
  - story: !include story.json
    other: |
      { "type": "object", "properties": {} }
securitySchemes:
  - ticket: &scheme {type: x-Ticket, settings: {secret: s, http_only: yes}}
  - oauth: {type: OAuth 2.0, settings: {authorizationUri: a, accessTokenUri: b}, describedBy: {headers: {A: }}}
traits:
  - paged:
      usage: lists
      queryParameters: {page: {type: integer, maximum: <<max>>}, q?: {enum?: [a, b]}}
resourceTypes:
  - base: {get?: {responses: {404: {description: no <<resourcePathName | !singularize>>}}}}
  - collection: {type: base, is: [paged: {max: 9}], get: , post: {body: {schema: <<item>>}}}
securedBy: [ticket, null]
/stories:
  type: {collection: {item: story}}
  get: {is: [paged: {max: 5}], responses: {200: {body: {application/json: {example: '{}'}}}}}
  /{id}:
    uriParameters: {id: [{type: integer}, {type: string}]}
    patch: {protocols: [HTTPS], body: {application/json: {schema: other}, multipart/form-data: {formParameters: {f: {type: file}}}}}
    delete:
/again: {<<: {get: }, put: *scheme}
`

const JSON_SCHEMA = `{
  "type": "object",
  "required": ["id", "n\\u0061me"],
  "_public_fields": ["name"],
  "_event_handlers": { "before_set": ["check"] },
  "definitions": { "tree": { "properties": { "leaf": { "$ref": "#/definitions/tree" } } } },
  "allOf": [{ "properties": { "tree": { "$ref": "#/definitions/tree" } } }, { "$ref": "#/definitions/tree" }],
  "properties": {
    "id": { "type": "integer", "minimum": -1.5e3, "_db_settings": { "type": "id_field", "primary_key": true } },
    "name": { "enum": ["a", null, true, []], "pattern": "^(a|b)*$", "_processors": ["lower"] },
    "state": { "_db_settings": { "type": "choice", "choices": ["a", "b"], "default": "a" } },
    "up_id": { "_db_settings": { "type": "foreign_key", "ref_document": "Story", "ref_column": "story.id", "ref_column_type": "id_field" } },
    "below": { "_db_settings": { "type": "relationship", "document": "Story", "backref_name": "up", "ondelete": "CASCADE" } }
  }
}
`

/**
 * Returns the diagnostics without a valid location, as code and message. Only problems with a whole file are allowed to
 * have no location.
 */
function withoutPlace(diagnostics: readonly Diagnostic[]): readonly string[] {
  const ofFile = ['SVC1005', 'SVC1006', 'SVC1007']
  return diagnostics
    .filter(({ at, code }) =>
      at === null ? !ofFile.includes(code) : !(textRangeOf(at).line >= 1 && textRangeOf(at).column >= 1),
    )
    .map(({ code, message }) => `${code} ${message}`)
}

describe('mutated input never causes an exception, and every reported problem has a location', () => {
  const seeds = fuzzSeeds(40).map((index) => index * 10)

  test.each(seeds)('RAML, seeds from %d', (first) => {
    for (let seed = first; seed < first + 10; seed++) {
      const random = randomFrom(seed)
      writeFileSync(join(folder, 'api.raml'), mutate(RAML, random))
      writeFileSync(join(folder, 'story.json'), random(2) === 0 ? mutate(JSON_SCHEMA, random) : JSON_SCHEMA)
      const { diagnostics, analysis } = analyzePath(join(folder, 'api.raml'))
      expect(withoutPlace(diagnostics)).toEqual([])
      expect(analysis === null).toBe(diagnostics.some(({ severity }) => severity === 'error'))
    }
  })

  test.each(seeds)('JSON in a block of YAML, seeds from %d', (first) => {
    for (let seed = first; seed < first + 10; seed++) {
      const json = mutate(JSON_SCHEMA, randomFrom(seed)).replaceAll('\n', '\n  ')
      const header = ['|', '>', '|-', '>+', "'", '"'][seed % 6] ?? '|'
      const isQuoted = header === "'" || header === '"'
      writeFileSync(
        join(folder, 'json.raml'),
        isQuoted ? `key: ${header}${json}${header}` : `key: ${header}\n  ${json}`,
      )
      const collector = new Collector()
      const sources = new Sources(join(folder, 'json.raml'), null, collector)
      const file = sources.readRoot(join(folder, 'json.raml'))
      const node = file === null ? null : sources.parse(file)
      const value = node?.kind === 'map' ? node.entries[0]?.value : undefined
      if (value?.kind === 'scalar') parseJson(value, collector)
      expect(withoutPlace(collector.sorted())).toEqual([])
    }
  })
})
