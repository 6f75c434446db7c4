import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/notes', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.note(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/notes` })
    check.isPage(response, 'Note')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.note.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/notes`, payload: samples.note.first })
    check.isCreated(response, 'Note')
    check.isAdded(await items.note.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.note.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/notes`, payload: [samples.note.first] })
    check.isList(response, 201, 'Note')
    check.isAdded(await items.note.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/notes`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/notes` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/notes/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const note = await make.note(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/notes/${note.id}` })
    check.isDocument(response, 200, 'Note')
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const note = await make.note(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/notes/${note.id}`,
      payload: { text: samples.note.second.text },
    })
    check.isDocument(response, 200, 'Note')
    check.isChanged(note, await items.note.findUnique({ where: { id: note.id } }), 'text')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const note = await make.note(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/notes/${note.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const note = await make.note(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/notes/${note.id}` })
    check.isMessage(response)
    check.isDeleted(await items.note.findUnique({ where: { id: note.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/notes/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/notes/987654321` })
    check.isProblem(response, 404)
  })
})
