import { describe, it } from 'node:test'
import * as check from '../checks.js'
import { startService, url } from '../service.js'

describe('/search', () => {
  it('POST calls its function', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/search`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'words=value-1',
    })
    check.isProblem(response, 501)
  })

  it('POST rejects unknown parameters', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/search?_unknown=1` })
    check.isProblem(response, 400)
  })

  it('PUT calls its function', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/search`,
      headers: { 'content-type': 'application/merge-patch+json' },
      payload: '{}',
    })
    check.isProblem(response, 501)
  })

  it('PUT rejects unknown parameters', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/search?_unknown=1` })
    check.isProblem(response, 400)
  })

  it('GET is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/search` })
    check.isNotAllowed(response, 'POST, PUT')
  })
})
