import { expect, test } from 'vitest'
import { analyzeFiles } from '../../testing/analyze-files.js'
import { examplesOf } from './actions.js'

test('a RAML operation that declares a 204 is answered without a body', () => {
  const raml = ['title: Things', '/things/{id}/seen:', '  post:', '    responses:', '      204:', ''].join(
    '\n',
  )
  const { service } = analyzeFiles(raml, {})
  expect(examplesOf(service)).toEqual([
    { name: 'post_things_id_seen', value: expect.stringContaining('status: 204') },
  ])
})
