import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { startService, url } from '../service.js'

describe('/boxes/{id}/open', () => {
  it('POST calls its function', async (context) => {
    const { app, items } = await startService(context)
    const box = await make.box(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/boxes/${box.id}/open`,
      headers: { 'content-type': 'application/json' },
      payload: '{"code":"code-1"}',
    })
    check.isProblem(response, 501)
  })

  it('POST rejects unknown parameters', async (context) => {
    const { app, items } = await startService(context)
    const box = await make.box(items)
    const response = await app.inject({ method: 'POST', url: url`/boxes/${box.id}/open?_unknown=1` })
    check.isProblem(response, 400)
  })

  it('POST below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/boxes/unknown/open` })
    check.isProblem(response, 404)
  })

  it('GET is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/boxes/any/open` })
    check.isNotAllowed(response, 'POST')
  })
})
