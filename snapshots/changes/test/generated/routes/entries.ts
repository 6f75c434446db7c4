import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/entries', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.entry(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/entries` })
    check.isPage(response, 'Entry')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.entry.count()
    const response = await app.inject({ method: 'POST', url: url`/v1/entries`, payload: samples.entry.first })
    check.isCreated(response, 'Entry')
    check.isAdded(await items.entry.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.entry.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/entries`,
      payload: [samples.entry.first],
    })
    check.isList(response, 201, 'Entry')
    check.isAdded(await items.entry.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/entries`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const entry = await make.entry(items)
    const response = await app.inject({ method: 'DELETE', url: url`/v1/entries?id=${entry.id}` })
    check.isChange(response, 1)
    check.isDeleted(await items.entry.findUnique({ where: { id: entry.id } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/entries` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, POST')
  })
})
