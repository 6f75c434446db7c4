import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/teams', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.team(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/teams` })
    check.isPage(response, 'Team')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.team.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/teams`, payload: samples.team.first })
    check.isCreated(response, 'Team')
    check.isAdded(await items.team.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.team.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/teams`, payload: [samples.team.first] })
    check.isList(response, 201, 'Team')
    check.isAdded(await items.team.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/teams`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/teams?name=${team.name}` })
    check.isChange(response, 1)
    check.isDeleted(await items.team.findUnique({ where: { name: team.name } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/teams` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, POST')
  })
})

describe('/teams/{name}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/teams/${team.name}` })
    check.isDocument(response, 200, 'Team')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/teams/${team.name}`,
      payload: { ...samples.team.second, name: team.name },
    })
    check.isDocument(response, 200, 'Team')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/teams/${team.name}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/teams/${team.name}`, payload: {} })
    check.isDocument(response, 200, 'Team')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/teams/${team.name}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/teams/${team.name}` })
    check.isMessage(response)
    check.isDeleted(await items.team.findUnique({ where: { name: team.name } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/teams/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/teams/unknown` })
    check.isProblem(response, 404)
  })
})
