import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/owneds', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.owned(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/owneds` })
    check.isPage(answer, 'Owned')
  })

  it('POST creates an item', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/owneds`, payload: samples.owned.first })
    check.isCreated(answer, 'Owned')
  })

  it('POST of a list creates all items', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/owneds`, payload: [samples.owned.first] })
    check.isList(answer, 201, 'Owned')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/owneds`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/owneds?id=${owned.id}`,
      payload: { label: samples.owned.second.label },
    })
    check.isChange(answer)
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/owneds`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/owneds?id=${owned.id}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/owneds` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/owneds/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/owneds/${owned.id}` })
    check.isDocument(answer, 200, 'Owned')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/owneds/${owned.id}`,
      payload: samples.owned.second,
    })
    check.isDocument(answer, 200, 'Owned')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/owneds/${owned.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/owneds/${owned.id}`,
      payload: { label: samples.owned.second.label },
    })
    check.isDocument(answer, 200, 'Owned')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/owneds/${owned.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/owneds/${owned.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/owneds/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/owneds/987654321` })
    check.isProblem(answer, 404)
  })
})
