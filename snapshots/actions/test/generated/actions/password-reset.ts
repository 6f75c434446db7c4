import { describe, it } from 'node:test'
import * as check from '../checks.js'
import { startService, url } from '../service.js'

describe('/password-reset/confirm', () => {
  it('POST calls its function', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/password-reset/confirm`,
      headers: { 'content-type': 'application/json' },
      payload: '{"password":"password-1","token":"token-1x"}',
    })
    check.isProblem(response, 501)
  })

  it('POST rejects unknown parameters', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/password-reset/confirm?_unknown=1` })
    check.isProblem(response, 400)
  })

  it('GET is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/password-reset/confirm` })
    check.isNotAllowed(response, 'POST')
  })
})
