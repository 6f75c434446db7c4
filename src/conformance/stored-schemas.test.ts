import { expect, it } from 'vitest'
import { onEveryEngine } from './suite.js'

const CODE = {
  'src/actions/post-stories-id.ts': `
import { registry } from '../generated/index.js'
registry.action('post_stories_id', async ({ body, item, models }) => {
  const entry = await models.auditEntry.create({ data: { what: body.line, story: item.id } })
  return { text: entry.what }
})`,
  'src/actions/post-search.ts': `
import { registry } from '../generated/index.js'
registry.action('post_search', async ({ models }) => {
  const entries = await models.auditEntry.findMany({ include: { story: true } })
  return entries.map(({ what, story }) => ({ what, of: story?.title }))
})`,
}

onEveryEngine(
  'actions',
  (service) => {
    it('stores the items of a model without routes, which requests do not reach', async () => {
      const send = service().send
      const story = (await send('POST', '/v1/stories', { title: 'Flood' })).body['id']
      expect((await send('POST', `/v1/stories/${story}`, { line: 'reported' })).status).toBe(200)
      expect((await send('POST', '/v1/search', {})).body).toEqual([{ what: 'reported', of: 'Flood' }])
      for (const path of ['/v1/audit-entries', '/v1/audit_entries', `/v1/stories/${story}/audit_entries`])
        expect((await send('GET', path)).status).toBe(404)
    })

    it('validates the body of a schema that is not stored, and calls the action', async () => {
      const confirm = (body: unknown) => service().send('POST', '/v1/password-reset/confirm', body)
      expect((await confirm({ token: 'short', password: 'a good one' })).body['errors']).toMatchObject([
        { path: '/token' },
      ])
      expect((await confirm({ token: 'long enough', password: 'a good one' })).status).toBe(501)
    })
  },
  { settings: { auth: false }, code: CODE },
)
