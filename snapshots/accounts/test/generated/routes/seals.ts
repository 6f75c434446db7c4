import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/seals', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.seal(items)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/seals` })
    check.isPage(answer, 'Seal')
  })

  it('POST creates an item', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/seals`,
      payload: samples.seal.first,
    })
    check.isCreated(answer, 'Seal')
  })

  it('POST of a list creates all items', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/seals`,
      payload: [samples.seal.first],
    })
    check.isList(answer, 201, 'Seal')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/clubs/api/seals`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/clubs/api/seals` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })
})

describe('/seals/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const seal = await make.seal(items)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/seals/${seal.id}` })
    check.isDocument(answer, 200, 'Seal')
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const seal = await make.seal(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/seals/${seal.id}`,
      payload: { color: samples.seal.second.color },
    })
    check.isDocument(answer, 200, 'Seal')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const seal = await make.seal(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/seals/${seal.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const seal = await make.seal(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/clubs/api/seals/${seal.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/clubs/api/seals/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/seals/987654321` })
    check.isProblem(answer, 404)
  })
})
