import { expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

const MAKE_SLUG = `
import { setTimeout as sleep } from 'node:timers/promises'
import { registry } from '../generated/index.js'

registry.add('make_slug', async () => {
  await sleep(5)
  if (process.env['SLUGS'] === 'none') throw new Error('no more slugs')
  return 'slug-' + Math.random()
})
`

onEveryEngine(
  'handlers',
  (service) => {
    it('awaits defaults, once for each item, and stores nothing if one of them rejects', async () => {
      const create = (body: unknown) => service().send('POST', '/v1/stories', body)
      const first = await create({ name: 'one' })
      expect([first.status, first.body['slug']]).toEqual([201, expect.stringMatching(/^slug-/)])
      const { status, body } = await create([{ name: 'two' }, { name: 'three' }])
      const slugs = [body['data']?.[0]?.['slug'], body['data']?.[1]?.['slug']]
      expect([status, new Set([...slugs, first.body['slug']]).size]).toEqual([201, 3])
      process.env['SLUGS'] = 'none'
      expect((await create([{ name: 'four' }, { name: 'five' }])).status).toBe(500)
      delete process.env['SLUGS']
      expect((await service().send('GET', '/v1/stories?_count')).body).toEqual({ total: 3 })
    })
  },
  { settings: { auth: false }, code: { ...userCode('handlers'), 'src/defaults/make-slug.ts': MAKE_SLUG } },
)
