import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { startService, url } from '../service.js'

describe('/attachments/{id}/content', () => {
  it('GET calls its function', async (context) => {
    const { app, items } = await startService(context)
    const attachment = await make.attachment(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/attachments/${attachment.id}/content` })
    check.isProblem(response, 501)
  })

  it('GET rejects unknown parameters', async (context) => {
    const { app, items } = await startService(context)
    const attachment = await make.attachment(items)
    const response = await app.inject({
      method: 'GET',
      url: url`/v1/attachments/${attachment.id}/content?_unknown=1`,
    })
    check.isProblem(response, 400)
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/attachments/unknown/content` })
    check.isProblem(response, 404)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/attachments/any/content` })
    check.isNotAllowed(response, 'GET, HEAD')
  })
})
