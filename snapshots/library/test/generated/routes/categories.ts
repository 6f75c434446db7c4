import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/categories', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.category(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/categories` })
    check.isPage(response, 'Category')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.category.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/categories`,
      payload: samples.category.first,
    })
    check.isCreated(response, 'Category')
    check.isAdded(await items.category.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.category.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/categories`,
      payload: [samples.category.first],
    })
    check.isList(response, 201, 'Category')
    check.isAdded(await items.category.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/categories`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const category = await make.category(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/categories?number=${category.number}`,
      payload: { label: samples.category.second.label },
    })
    check.isChange(response, 1)
    check.isChanged(
      category,
      await items.category.findUnique({ where: { number: category.number } }),
      'label',
    )
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/categories`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const category = await make.category(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/categories?number=${category.number}`,
      payload: { label: samples.category.second.label },
    })
    check.isChange(response, 1)
    check.isChanged(
      category,
      await items.category.findUnique({ where: { number: category.number } }),
      'label',
    )
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/categories`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const category = await make.category(items)
    const response = await app.inject({
      method: 'DELETE',
      url: url`/v1/categories?number=${category.number}`,
    })
    check.isChange(response, 1)
    check.isDeleted(await items.category.findUnique({ where: { number: category.number } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/categories` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT')
  })
})

describe('/categories/{number}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const category = await make.category(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/categories/${category.number}` })
    check.isDocument(response, 200, 'Category')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const category = await make.category(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/categories/${category.number}`,
      payload: { ...samples.category.second, number: category.number },
    })
    check.isDocument(response, 200, 'Category')
    check.isChanged(
      category,
      await items.category.findUnique({ where: { number: category.number } }),
      'label',
    )
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const category = await make.category(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/categories/${category.number}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const category = await make.category(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/categories/${category.number}`,
      payload: { label: samples.category.second.label },
    })
    check.isDocument(response, 200, 'Category')
    check.isChanged(
      category,
      await items.category.findUnique({ where: { number: category.number } }),
      'label',
    )
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const category = await make.category(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/categories/${category.number}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const category = await make.category(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/categories/${category.number}` })
    check.isMessage(response)
    check.isDeleted(await items.category.findUnique({ where: { number: category.number } }))
  })

  it('OPTIONS returns the allowed methods', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'OPTIONS', url: url`/v1/categories/any` })
    check.isOptions(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/categories/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/categories/987654321` })
    check.isProblem(response, 404)
  })
})

describe('/categories/{number}/children', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const category = await make.category(items)
    await make.category(items, { ...samples.category.second, parent: category.number })
    const response = await app.inject({ method: 'GET', url: url`/v1/categories/${category.number}/children` })
    check.isPage(response, 'Category')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const category = await make.category(items)
    const before = await items.category.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/categories/${category.number}/children`,
      payload: samples.category.second,
    })
    check.isCreated(response, 'Category')
    check.isAdded(await items.category.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const category = await make.category(items)
    const before = await items.category.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/categories/${category.number}/children`,
      payload: [samples.category.second],
    })
    check.isList(response, 201, 'Category')
    check.isAdded(await items.category.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const category = await make.category(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/categories/${category.number}/children`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/categories/any/children` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/categories/987654321/children` })
    check.isProblem(response, 404)
  })
})
