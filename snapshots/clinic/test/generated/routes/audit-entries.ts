import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { startService, url } from '../service.js'

describe('/audit-entries', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.auditEntry(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/audit-entries` })
    check.isPage(response, 'AuditEntry')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/audit-entries` })
    check.isNotAllowed(response, 'GET, HEAD')
  })
})
