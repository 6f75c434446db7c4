import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/services', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.service(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/services` })
    check.isPage(response, 'Service')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/services`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/services` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/services/{id}', () => {
  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const service = await make.service(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/services/${service.id}`,
      payload: { minutes: samples.service.second.minutes },
    })
    check.isDocument(response, 200, 'Service')
    check.isChanged(service, await items.service.findUnique({ where: { id: service.id } }), 'minutes')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const service = await make.service(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/services/${service.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('GET is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/services/any` })
    check.isNotAllowed(response, 'PATCH')
  })
})
