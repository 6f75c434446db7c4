import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/looses', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.loose(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/looses` })
    check.isPage(answer, 'Loose')
  })

  it('POST creates an item', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/looses`, payload: samples.loose.first })
    check.isCreated(answer, 'Loose')
  })

  it('POST of a list creates all items', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/looses`, payload: [samples.loose.first] })
    check.isList(answer, 201, 'Loose')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/looses`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/looses?id=${loose.id}`,
      payload: { label: samples.loose.second.label },
    })
    check.isChange(answer)
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/looses`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes the items that the query selects', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/looses?id=${loose.id}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/looses` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/looses/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/looses/${loose.id}` })
    check.isDocument(answer, 200, 'Loose')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/looses/${loose.id}`,
      payload: samples.loose.second,
    })
    check.isDocument(answer, 200, 'Loose')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/looses/${loose.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/looses/${loose.id}`,
      payload: { label: samples.loose.second.label },
    })
    check.isDocument(answer, 200, 'Loose')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/looses/${loose.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/looses/${loose.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/looses/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/looses/987654321` })
    check.isProblem(answer, 404)
  })
})
