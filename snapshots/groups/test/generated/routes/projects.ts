import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/projects', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.project(items)
    const response = await app.inject({ method: 'GET', url: url`/projects` })
    check.isPage(response, 'Project')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.project.count()
    const response = await app.inject({ method: 'POST', url: url`/projects`, payload: samples.project.first })
    check.isCreated(response, 'Project')
    check.isAdded(await items.project.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.project.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/projects`,
      payload: [samples.project.first],
    })
    check.isList(response, 201, 'Project')
    check.isAdded(await items.project.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/projects`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/projects` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/projects/{name}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const response = await app.inject({ method: 'GET', url: url`/projects/${project.name}` })
    check.isDocument(response, 200, 'Project')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/projects/${project.name}`,
      payload: { ...samples.project.second, name: project.name },
    })
    check.isDocument(response, 200, 'Project')
    check.isChanged(project, await items.project.findUnique({ where: { name: project.name } }), 'goal')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/projects/${project.name}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/projects/${project.name}`,
      payload: { goal: samples.project.second.goal },
    })
    check.isDocument(response, 200, 'Project')
    check.isChanged(project, await items.project.findUnique({ where: { name: project.name } }), 'goal')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/projects/${project.name}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const response = await app.inject({ method: 'DELETE', url: url`/projects/${project.name}` })
    check.isMessage(response)
    check.isDeleted(await items.project.findUnique({ where: { name: project.name } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/projects/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/projects/unknown` })
    check.isProblem(response, 404)
  })
})

describe('/projects/{name}/memberships', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    await make.membership(items, { project: project.name })
    const response = await app.inject({ method: 'GET', url: url`/projects/${project.name}/memberships` })
    check.isPage(response, 'Membership')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const before = await items.membership.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/projects/${project.name}/memberships`,
      payload: samples.membership.first,
    })
    check.isCreated(response, 'Membership')
    check.isAdded(await items.membership.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const before = await items.membership.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/projects/${project.name}/memberships`,
      payload: [samples.membership.first],
    })
    check.isList(response, 201, 'Membership')
    check.isAdded(await items.membership.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const project = await make.project(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/projects/${project.name}/memberships`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/projects/any/memberships` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/projects/unknown/memberships` })
    check.isProblem(response, 404)
  })
})
