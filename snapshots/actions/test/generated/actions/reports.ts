import { describe, it } from 'node:test'
import * as check from '../checks.js'
import { startService, url } from '../service.js'

describe('/reports/monthly', () => {
  it('GET calls its function', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/reports/monthly?month=1` })
    check.isProblem(response, 501)
  })

  it('GET rejects unknown parameters', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/reports/monthly?_unknown=1` })
    check.isProblem(response, 400)
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/reports/monthly` })
    check.isOptions(response, 'GET, HEAD, OPTIONS')
  })
})

describe('/reports/size', () => {
  it('HEAD calls its function', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'HEAD', url: url`/v1/reports/size` })
    check.isRejected(response, 501)
  })

  it('HEAD rejects unknown parameters', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'HEAD', url: url`/v1/reports/size?_unknown=1` })
    check.isRejected(response, 400)
  })
})

describe('/reports/{name}.csv', () => {
  it('GET calls its function', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/reports/value-1.csv` })
    check.isProblem(response, 501)
  })

  it('GET rejects unknown parameters', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/reports/value-1.csv?_unknown=1` })
    check.isProblem(response, 400)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/reports/any.csv` })
    check.isNotAllowed(response, 'GET, HEAD')
  })
})
