import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/tasks', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.task(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/tasks` })
    check.isPage(response, 'Task')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.task.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/tasks`, payload: samples.task.first })
    check.isCreated(response, 'Task')
    check.isAdded(await items.task.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.task.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/tasks`, payload: [samples.task.first] })
    check.isList(response, 201, 'Task')
    check.isAdded(await items.task.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/tasks`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const task = await make.task(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/tasks?id=${task.id}`,
      payload: { count: samples.task.second.count },
    })
    check.isChange(response, 1)
    check.isChanged(task, await items.task.findUnique({ where: { id: task.id } }), 'count')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/v1/tasks`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const task = await make.task(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/tasks?id=${task.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.task.findUnique({ where: { id: task.id } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/tasks` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/tasks/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const task = await make.task(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/tasks/${task.id}` })
    check.isDocument(response, 200, 'Task')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const task = await make.task(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/tasks/${task.id}`,
      payload: samples.task.second,
    })
    check.isDocument(response, 200, 'Task')
    check.isChanged(task, await items.task.findUnique({ where: { id: task.id } }), 'count')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const task = await make.task(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v1/tasks/${task.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const task = await make.task(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/tasks/${task.id}`,
      payload: { count: samples.task.second.count },
    })
    check.isDocument(response, 200, 'Task')
    check.isChanged(task, await items.task.findUnique({ where: { id: task.id } }), 'count')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const task = await make.task(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/tasks/${task.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const task = await make.task(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/tasks/${task.id}` })
    check.isMessage(response)
    check.isDeleted(await items.task.findUnique({ where: { id: task.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/tasks/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/tasks/987654321` })
    check.isProblem(response, 404)
  })
})
