import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/listings', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.listing(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/listings` })
    check.isPage(response, 'Listing')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.listing.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/listings`,
      payload: samples.listing.first,
    })
    check.isCreated(response, 'Listing')
    check.isAdded(await items.listing.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.listing.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/listings`,
      payload: [samples.listing.first],
    })
    check.isList(response, 201, 'Listing')
    check.isAdded(await items.listing.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/listings`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const listing = await make.listing(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/listings?id=${listing.id}`,
      payload: { of_anything: samples.listing.second.of_anything },
    })
    check.isChange(response, 1)
    check.isChanged(listing, await items.listing.findUnique({ where: { id: listing.id } }), 'of_anything')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/listings`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const listing = await make.listing(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/listings?id=${listing.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.listing.findUnique({ where: { id: listing.id } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/listings` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/listings/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const listing = await make.listing(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/listings/${listing.id}` })
    check.isDocument(response, 200, 'Listing')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const listing = await make.listing(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/listings/${listing.id}`,
      payload: samples.listing.second,
    })
    check.isDocument(response, 200, 'Listing')
    check.isChanged(listing, await items.listing.findUnique({ where: { id: listing.id } }), 'code')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const listing = await make.listing(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/listings/${listing.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const listing = await make.listing(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/listings/${listing.id}`,
      payload: { of_anything: samples.listing.second.of_anything },
    })
    check.isDocument(response, 200, 'Listing')
    check.isChanged(listing, await items.listing.findUnique({ where: { id: listing.id } }), 'of_anything')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const listing = await make.listing(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/listings/${listing.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const listing = await make.listing(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/listings/${listing.id}` })
    check.isMessage(response)
    check.isDeleted(await items.listing.findUnique({ where: { id: listing.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/listings/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/listings/987654321` })
    check.isProblem(response, 404)
  })
})

describe('/listings/{id}/of_anything', () => {
  it('GET returns of_anything', async (context) => {
    const { app, items } = await startService(context)
    const listing = await make.listing(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/listings/${listing.id}/of_anything` })
    check.isListField(response)
  })

  it('POST changes of_anything', async (context) => {
    const { app, items } = await startService(context)
    const listing = await make.listing(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/listings/${listing.id}/of_anything`,
      payload: samples.listing.second.of_anything,
    })
    check.isListField(response)
    check.isChanged(listing, await items.listing.findUnique({ where: { id: listing.id } }), 'of_anything')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/listings/any/of_anything` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/listings/987654321/of_anything` })
    check.isProblem(response, 404)
  })
})

describe('/listings/{id}/of_datetime', () => {
  it('GET returns of_datetime', async (context) => {
    const { app, items } = await startService(context)
    const listing = await make.listing(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/listings/${listing.id}/of_datetime` })
    check.isListField(response)
  })

  it('POST changes of_datetime', async (context) => {
    const { app, items } = await startService(context)
    const listing = await make.listing(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/listings/${listing.id}/of_datetime`,
      payload: samples.listing.second.of_datetime,
    })
    check.isListField(response)
    check.isChanged(listing, await items.listing.findUnique({ where: { id: listing.id } }), 'of_datetime')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/listings/any/of_datetime` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/listings/987654321/of_datetime` })
    check.isProblem(response, 404)
  })
})

describe('/listings/{id}/of_decimal', () => {
  it('GET returns of_decimal', async (context) => {
    const { app, items } = await startService(context)
    const listing = await make.listing(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/listings/${listing.id}/of_decimal` })
    check.isListField(response)
  })

  it('POST changes of_decimal', async (context) => {
    const { app, items } = await startService(context)
    const listing = await make.listing(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/listings/${listing.id}/of_decimal`,
      payload: samples.listing.second.of_decimal,
    })
    check.isListField(response)
    check.isChanged(listing, await items.listing.findUnique({ where: { id: listing.id } }), 'of_decimal')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/listings/any/of_decimal` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/listings/987654321/of_decimal` })
    check.isProblem(response, 404)
  })
})
