import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/programs', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.program(items)
    const response = await app.inject({ method: 'GET', url: url`/programs` })
    check.isPage(response, 'Program')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.program.count()
    const response = await app.inject({ method: 'POST', url: url`/programs`, payload: samples.program.first })
    check.isCreated(response, 'Program')
    check.isAdded(await items.program.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.program.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/programs`,
      payload: [samples.program.first],
    })
    check.isList(response, 201, 'Program')
    check.isAdded(await items.program.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/programs`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/programs` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/programs/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const program = await make.program(items)
    const response = await app.inject({ method: 'GET', url: url`/programs/${program.id}` })
    check.isDocument(response, 200, 'Program')
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const program = await make.program(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/programs/${program.id}`,
      payload: { secret: samples.program.second.secret },
    })
    check.isDocument(response, 200, 'Program')
    check.isChanged(program, await items.program.findUnique({ where: { id: program.id } }), 'secret')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const program = await make.program(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/programs/${program.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const program = await make.program(items)
    const response = await app.inject({ method: 'DELETE', url: url`/programs/${program.id}` })
    check.isMessage(response)
    check.isDeleted(await items.program.findUnique({ where: { id: program.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/programs/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/programs/987654321` })
    check.isProblem(response, 404)
  })
})
