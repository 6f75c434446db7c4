import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/people', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.person(items)
    const response = await app.inject({ method: 'GET', url: url`/people` })
    check.isPage(response, 'Person')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.person.count()
    const response = await app.inject({ method: 'POST', url: url`/people`, payload: samples.person.first })
    check.isCreated(response, 'Person')
    check.isAdded(await items.person.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.person.count()
    const response = await app.inject({ method: 'POST', url: url`/people`, payload: [samples.person.first] })
    check.isList(response, 201, 'Person')
    check.isAdded(await items.person.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/people`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/people` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/people/{login}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const response = await app.inject({ method: 'GET', url: url`/people/${person.login}` })
    check.isDocument(response, 200, 'Person')
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const response = await app.inject({ method: 'PATCH', url: url`/people/${person.login}`, payload: {} })
    check.isDocument(response, 200, 'Person')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/people/${person.login}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/people/any` })
    check.isNotAllowed(response, 'GET, HEAD, PATCH')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/people/unknown` })
    check.isProblem(response, 404)
  })
})
