import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/organizations', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.organization(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/organizations` })
    check.isPage(response, 'Organization')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.organization.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/organizations`,
      payload: samples.organization.first,
    })
    check.isCreated(response, 'Organization')
    check.isAdded(await items.organization.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/organizations`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/organizations` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/organizations/{name}', () => {
  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const organization = await make.organization(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/organizations/${organization.name}`,
      payload: { time_zone: samples.organization.second.time_zone },
    })
    check.isDocument(response, 200, 'Organization')
    check.isChanged(
      organization,
      await items.organization.findUnique({ where: { name: organization.name } }),
      'time_zone',
    )
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const organization = await make.organization(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/organizations/${organization.name}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('GET is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/organizations/any` })
    check.isNotAllowed(response, 'PATCH')
  })
})
