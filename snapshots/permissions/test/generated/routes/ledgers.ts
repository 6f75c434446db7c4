import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/ledgers', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.ledger(items)
    const response = await app.inject({ method: 'GET', url: url`/ledgers` })
    check.isPage(response, 'Ledger')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.ledger.count()
    const response = await app.inject({ method: 'POST', url: url`/ledgers`, payload: samples.ledger.first })
    check.isCreated(response, 'Ledger')
    check.isAdded(await items.ledger.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.ledger.count()
    const response = await app.inject({ method: 'POST', url: url`/ledgers`, payload: [samples.ledger.first] })
    check.isList(response, 201, 'Ledger')
    check.isAdded(await items.ledger.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/ledgers`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/ledgers` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/ledgers/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const ledger = await make.ledger(items)
    const response = await app.inject({ method: 'GET', url: url`/ledgers/${ledger.id}` })
    check.isDocument(response, 200, 'Ledger')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/ledgers/any` })
    check.isNotAllowed(response, 'GET, HEAD')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/ledgers/987654321` })
    check.isProblem(response, 404)
  })
})

describe('/ledgers/{id}/lines', () => {
  it('GET returns lines', async (context) => {
    const { app, items } = await startService(context)
    const ledger = await make.ledger(items)
    const response = await app.inject({ method: 'GET', url: url`/ledgers/${ledger.id}/lines` })
    check.isListField(response)
  })

  it('POST changes lines', async (context) => {
    const { app, items } = await startService(context)
    const ledger = await make.ledger(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/ledgers/${ledger.id}/lines`,
      payload: samples.ledger.second.lines,
    })
    check.isListField(response)
    check.isChanged(ledger, await items.ledger.findUnique({ where: { id: ledger.id } }), 'lines')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/ledgers/any/lines` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/ledgers/987654321/lines` })
    check.isProblem(response, 404)
  })
})
