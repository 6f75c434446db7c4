import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { startService, url } from '../service.js'

describe('/hours/{id}', () => {
  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const hour = await make.hour(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/hours/${hour.id}` })
    check.isMessage(response)
    check.isDeleted(await items.hour.findUnique({ where: { id: hour.id } }))
  })

  it('GET is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/hours/any` })
    check.isNotAllowed(response, 'DELETE')
  })
})
