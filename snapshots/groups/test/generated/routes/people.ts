import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/people', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.person(items)
    const answer = await app.inject({ method: 'GET', url: url`/people` })
    check.isPage(answer, 'Person')
  })

  it('POST creates an item', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/people`, payload: samples.person.first })
    check.isCreated(answer, 'Person')
  })

  it('POST of a list creates all items', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/people`, payload: [samples.person.first] })
    check.isList(answer, 201, 'Person')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/people`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/people` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })
})

describe('/people/{login}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const answer = await app.inject({ method: 'GET', url: url`/people/${person.login}` })
    check.isDocument(answer, 200, 'Person')
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const answer = await app.inject({ method: 'PATCH', url: url`/people/${person.login}`, payload: {} })
    check.isDocument(answer, 200, 'Person')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/people/${person.login}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/people/any` })
    check.isNotAllowed(answer, 'GET, HEAD, PATCH')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/people/unknown` })
    check.isProblem(answer, 404)
  })
})
