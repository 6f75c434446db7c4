import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/badges', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.badge(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/badges` })
    check.isPage(answer, 'Badge')
  })

  it('POST creates an item', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/badges`, payload: samples.badge.first })
    check.isCreated(answer, 'Badge')
  })

  it('POST of a list creates all items', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/badges`, payload: [samples.badge.first] })
    check.isList(answer, 201, 'Badge')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/badges`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/badges?id=${badge.id}`,
      payload: { label: samples.badge.second.label },
    })
    check.isChange(answer)
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/badges`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/badges?id=${badge.id}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/badges` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/badges/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/badges/${badge.id}` })
    check.isDocument(answer, 200, 'Badge')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/badges/${badge.id}`,
      payload: samples.badge.second,
    })
    check.isDocument(answer, 200, 'Badge')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/badges/${badge.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/badges/${badge.id}`,
      payload: { label: samples.badge.second.label },
    })
    check.isDocument(answer, 200, 'Badge')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/badges/${badge.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/badges/${badge.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/badges/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/badges/987654321` })
    check.isProblem(answer, 404)
  })
})
