import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/projects', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.project(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/projects` })
    check.isPage(response, 'Project')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.project.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/projects`,
      payload: samples.project.first,
    })
    check.isCreated(response, 'Project')
    check.isAdded(await items.project.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.project.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/projects`,
      payload: [samples.project.first],
    })
    check.isList(response, 201, 'Project')
    check.isAdded(await items.project.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/projects`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/projects?id=${project.id}`,
      payload: { title: samples.project.second.title },
    })
    check.isChange(response, 1)
    check.isChanged(project, await items.project.findUnique({ where: { id: project.id } }), 'title')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/projects`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/projects?id=${project.id}`,
      payload: { title: samples.project.second.title },
    })
    check.isChange(response, 1)
    check.isChanged(project, await items.project.findUnique({ where: { id: project.id } }), 'title')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/projects`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/projects?id=${project.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.project.findUnique({ where: { id: project.id } }))
  })
})

describe('/projects/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/projects/${project.id}` })
    check.isDocument(response, 200, 'Project')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/projects/${project.id}`,
      payload: samples.project.second,
    })
    check.isDocument(response, 200, 'Project')
    check.isChanged(project, await items.project.findUnique({ where: { id: project.id } }), 'title')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/projects/${project.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/projects/${project.id}`,
      payload: { title: samples.project.second.title },
    })
    check.isDocument(response, 200, 'Project')
    check.isChanged(project, await items.project.findUnique({ where: { id: project.id } }), 'title')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/projects/${project.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/projects/${project.id}` })
    check.isMessage(response)
    check.isDeleted(await items.project.findUnique({ where: { id: project.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/projects/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/projects/987654321` })
    check.isProblem(response, 404)
  })
})

describe('/projects/{id}/notes', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    await make.note(items, { project: project.id })
    const response = await app.inject({ method: 'GET', url: url`/v1/projects/${project.id}/notes` })
    check.isPage(response, 'Note')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const before = await items.note.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/projects/${project.id}/notes`,
      payload: samples.note.first,
    })
    check.isCreated(response, 'Note')
    check.isAdded(await items.note.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const before = await items.note.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/projects/${project.id}/notes`,
      payload: [samples.note.first],
    })
    check.isList(response, 201, 'Note')
    check.isAdded(await items.note.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/projects/${project.id}/notes`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/projects/any/notes` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/projects/987654321/notes` })
    check.isProblem(response, 404)
  })
})
