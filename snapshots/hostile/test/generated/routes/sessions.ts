import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/sessions', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.sessionItem(items)
    const response = await app.inject({ method: 'GET', url: url`/v-1/sessions` })
    check.isPage(response, 'Session')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.sessionItem.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v-1/sessions`,
      payload: samples.sessionItem.first,
    })
    check.isCreated(response, 'Session')
    check.isAdded(await items.sessionItem.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.sessionItem.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v-1/sessions`,
      payload: [samples.sessionItem.first],
    })
    check.isList(response, 201, 'Session')
    check.isAdded(await items.sessionItem.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v-1/sessions`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v-1/sessions` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/sessions/{class}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const sessionItem = await make.sessionItem(items)
    const response = await app.inject({ method: 'GET', url: url`/v-1/sessions/${sessionItem.class}` })
    check.isDocument(response, 200, 'Session')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const sessionItem = await make.sessionItem(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v-1/sessions/${sessionItem.class}`,
      payload: { ...samples.sessionItem.second, class: sessionItem.class },
    })
    check.isDocument(response, 200, 'Session')
    check.isChanged(
      sessionItem,
      await items.sessionItem.findUnique({ where: { class: sessionItem.class } }),
      "it's",
    )
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const sessionItem = await make.sessionItem(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v-1/sessions/${sessionItem.class}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const sessionItem = await make.sessionItem(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v-1/sessions/${sessionItem.class}`,
      payload: { "it's": samples.sessionItem.second["it's"] },
    })
    check.isDocument(response, 200, 'Session')
    check.isChanged(
      sessionItem,
      await items.sessionItem.findUnique({ where: { class: sessionItem.class } }),
      "it's",
    )
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const sessionItem = await make.sessionItem(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v-1/sessions/${sessionItem.class}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const sessionItem = await make.sessionItem(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v-1/sessions/${sessionItem.class}` })
    check.isMessage(response)
    check.isDeleted(await items.sessionItem.findUnique({ where: { class: sessionItem.class } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v-1/sessions/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v-1/sessions/unknown` })
    check.isProblem(response, 404)
  })
})
