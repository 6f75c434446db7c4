import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/seals', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.seal(items)
    const response = await app.inject({ method: 'GET', url: url`/clubs/api/seals` })
    check.isPage(response, 'Seal')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.seal.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/seals`,
      payload: samples.seal.first,
    })
    check.isCreated(response, 'Seal')
    check.isAdded(await items.seal.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.seal.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/seals`,
      payload: [samples.seal.first],
    })
    check.isList(response, 201, 'Seal')
    check.isAdded(await items.seal.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/clubs/api/seals`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/clubs/api/seals` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/seals/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const seal = await make.seal(items)
    const response = await app.inject({ method: 'GET', url: url`/clubs/api/seals/${seal.id}` })
    check.isDocument(response, 200, 'Seal')
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const seal = await make.seal(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/seals/${seal.id}`,
      payload: { color: samples.seal.second.color },
    })
    check.isDocument(response, 200, 'Seal')
    check.isChanged(seal, await items.seal.findUnique({ where: { id: seal.id } }), 'color')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const seal = await make.seal(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/seals/${seal.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const seal = await make.seal(items)
    const response = await app.inject({ method: 'DELETE', url: url`/clubs/api/seals/${seal.id}` })
    check.isMessage(response)
    check.isDeleted(await items.seal.findUnique({ where: { id: seal.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/clubs/api/seals/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/clubs/api/seals/987654321` })
    check.isProblem(response, 404)
  })
})
