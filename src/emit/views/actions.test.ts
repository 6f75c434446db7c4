import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { analyzeFiles } from '../../testing/analyze-files.js'
import { emitApi } from '../../testing/emit-fixture.js'
import { temporaryFolder } from '../../testing/temporary-folder.js'
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

test('examples under JSON media types keep the digits of long integers', async () => {
  const api = join(temporaryFolder(), 'api.yaml')
  writeFileSync(
    api,
    `openapi: 3.1.0
info: { title: Counters, version: '1' }
paths:
  /counters:
    get:
      responses:
        200: { description: OK, content: { application/json: { example: [{ most: 9007199254740993 }, { least: -9007199254740993, few: 1.50 }, {}] } } }
`,
  )
  const { files } = await emitApi(api, 'svc_sqla')
  const [, text = ''] = /text: '(.*)'/.exec(files.get('src/generated/actions/examples.ts') ?? '') ?? []
  expect(text.replaceAll(/\s|\\n/g, '')).toBe(
    '[{"most":9007199254740993},{"few":1.5,"least":-9007199254740993},{}]',
  )
})
