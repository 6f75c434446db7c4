import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/people', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.person(items)
    const response = await app.inject({ method: 'GET', url: url`/clubs/api/people` })
    check.isPage(response, 'Person')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.person.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/people`,
      payload: samples.person.first,
    })
    check.isCreated(response, 'Person')
    check.isAdded(await items.person.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.person.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/people`,
      payload: [samples.person.first],
    })
    check.isList(response, 201, 'Person')
    check.isAdded(await items.person.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/clubs/api/people`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/clubs/api/people` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/people/{login_name}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const response = await app.inject({ method: 'GET', url: url`/clubs/api/people/${person.login_name}` })
    check.isDocument(response, 200, 'Person')
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/people/${person.login_name}`,
      payload: { full_name: samples.person.second.full_name },
    })
    check.isDocument(response, 200, 'Person')
    check.isChanged(
      person,
      await items.person.findUnique({ where: { login_name: person.login_name } }),
      'full_name',
    )
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/people/${person.login_name}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const response = await app.inject({ method: 'DELETE', url: url`/clubs/api/people/${person.login_name}` })
    check.isMessage(response)
    check.isDeleted(await items.person.findUnique({ where: { login_name: person.login_name } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/clubs/api/people/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/clubs/api/people/unknown` })
    check.isProblem(response, 404)
  })
})

describe('/people/{login_name}/papers', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    await make.paper(items, { author: person.login_name })
    const response = await app.inject({
      method: 'GET',
      url: url`/clubs/api/people/${person.login_name}/papers`,
    })
    check.isPage(response, 'Paper')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const before = await items.paper.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/people/${person.login_name}/papers`,
      payload: samples.paper.first,
    })
    check.isCreated(response, 'Paper')
    check.isAdded(await items.paper.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const before = await items.paper.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/people/${person.login_name}/papers`,
      payload: [samples.paper.first],
    })
    check.isList(response, 201, 'Paper')
    check.isAdded(await items.paper.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/people/${person.login_name}/papers`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/clubs/api/people/any/papers` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/clubs/api/people/unknown/papers` })
    check.isProblem(response, 404)
  })
})
