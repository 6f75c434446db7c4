import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/samples', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.sample(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/samples` })
    check.isPage(response, 'Sample')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.sample.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/samples`,
      payload: samples.sample.first,
    })
    check.isCreated(response, 'Sample')
    check.isAdded(await items.sample.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.sample.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/samples`,
      payload: [samples.sample.first],
    })
    check.isList(response, 201, 'Sample')
    check.isAdded(await items.sample.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/samples`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const sample = await make.sample(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/samples?id=${sample.id}`,
      payload: { a_big_integer: samples.sample.second.a_big_integer },
    })
    check.isChange(response, 1)
    check.isChanged(sample, await items.sample.findUnique({ where: { id: sample.id } }), 'a_big_integer')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/samples`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const sample = await make.sample(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/samples?id=${sample.id}`,
      payload: { a_big_integer: samples.sample.second.a_big_integer },
    })
    check.isChange(response, 1)
    check.isChanged(sample, await items.sample.findUnique({ where: { id: sample.id } }), 'a_big_integer')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/samples`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const sample = await make.sample(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/samples?id=${sample.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.sample.findUnique({ where: { id: sample.id } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/samples` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT')
  })
})

describe('/samples/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const sample = await make.sample(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/samples/${sample.id}` })
    check.isDocument(response, 200, 'Sample')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const sample = await make.sample(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/samples/${sample.id}`,
      payload: samples.sample.second,
    })
    check.isDocument(response, 200, 'Sample')
    check.isChanged(sample, await items.sample.findUnique({ where: { id: sample.id } }), 'a_big_integer')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const sample = await make.sample(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/samples/${sample.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const sample = await make.sample(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/samples/${sample.id}`,
      payload: { a_big_integer: samples.sample.second.a_big_integer },
    })
    check.isDocument(response, 200, 'Sample')
    check.isChanged(sample, await items.sample.findUnique({ where: { id: sample.id } }), 'a_big_integer')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const sample = await make.sample(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/samples/${sample.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const sample = await make.sample(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/samples/${sample.id}` })
    check.isMessage(response)
    check.isDeleted(await items.sample.findUnique({ where: { id: sample.id } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/samples/any` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/samples/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/samples/987654321` })
    check.isProblem(response, 404)
  })
})
