import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/parcels', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.parcel(items)
    const response = await app.inject({ method: 'GET', url: url`/parcels` })
    check.isPage(response, 'Parcel')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.parcel.count()
    const response = await app.inject({ method: 'POST', url: url`/parcels`, payload: samples.parcel.first })
    check.isCreated(response, 'Parcel')
    check.isAdded(await items.parcel.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.parcel.count()
    const response = await app.inject({ method: 'POST', url: url`/parcels`, payload: [samples.parcel.first] })
    check.isList(response, 201, 'Parcel')
    check.isAdded(await items.parcel.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/parcels`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/parcels` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/parcels/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const parcel = await make.parcel(items)
    const response = await app.inject({ method: 'GET', url: url`/parcels/${parcel.id}` })
    check.isDocument(response, 200, 'Parcel')
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const parcel = await make.parcel(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/parcels/${parcel.id}`,
      payload: { weight: samples.parcel.second.weight },
    })
    check.isDocument(response, 200, 'Parcel')
    check.isChanged(parcel, await items.parcel.findUnique({ where: { id: parcel.id } }), 'weight')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const parcel = await make.parcel(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/parcels/${parcel.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/parcels/any` })
    check.isNotAllowed(response, 'GET, HEAD, PATCH')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/parcels/987654321` })
    check.isProblem(response, 404)
  })
})
