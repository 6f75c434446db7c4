import { expect, test } from 'vitest'
import { analyzeFiles } from '../../testing/analyze-files.js'
import { querySpec } from './declared-query.js'

const API = `#%RAML 0.8
title: Notes
/notes:
  get:
    queryParameters:
      _limit: { type: integer, maximum: MAX }
  post:
    body:
      application/json:
        schema: '{ "type": "object", "properties": { "title": { "type": "string" } } }'
`

test.each([
  [3, 3],
  [100, undefined],
])('without _limit, a page has at most %i items if that is the declared maximum', (maximum, expected) => {
  const { service } = analyzeFiles(API.replace('MAX', String(maximum)))
  const route = service?.routes.find(({ action }) => action === 'index')
  const spec = service && route && querySpec(service, route)
  expect(spec).toMatchObject({
    filters: { _limit: { schema: { maximum, ...(expected === undefined ? {} : { default: expected }) } } },
  })
})
