import { describe, it } from 'node:test'
import * as check from '../checks.js'
import { startService, url } from '../service.js'

describe('/reports/revenue', () => {
  it('GET calls its function', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/reports/revenue?year=2000` })
    check.isProblem(response, 501)
  })

  it('GET rejects unknown parameters', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/reports/revenue?_unknown=1` })
    check.isProblem(response, 400)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/reports/revenue` })
    check.isNotAllowed(response, 'GET, HEAD')
  })
})
