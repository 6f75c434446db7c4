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
    const { app } = await startService(context)
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/people`,
      payload: samples.person.first,
    })
    check.isCreated(response, 'Person')
  })

  it('POST with a list creates all items', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/people`,
      payload: [samples.person.first],
    })
    check.isList(response, 201, 'Person')
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
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/people/${person.login_name}/papers`,
      payload: samples.paper.first,
    })
    check.isCreated(response, 'Paper')
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/people/${person.login_name}/papers`,
      payload: [samples.paper.first],
    })
    check.isList(response, 201, 'Paper')
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
