import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/invoices', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.invoice(items)
    const response = await app.inject({ method: 'GET', url: url`/invoices` })
    check.isPage(response, 'Invoice')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/invoices`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/invoices` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/invoices/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const invoice = await make.invoice(items)
    const response = await app.inject({ method: 'GET', url: url`/invoices/${invoice.id}` })
    check.isDocument(response, 200, 'Invoice')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const invoice = await make.invoice(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/invoices/${invoice.id}`,
      payload: { ...samples.invoice.second, number: invoice.number, order: invoice.order },
    })
    check.isDocument(response, 200, 'Invoice')
    check.isChanged(invoice, await items.invoice.findUnique({ where: { id: invoice.id } }), 'note')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const invoice = await make.invoice(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/invoices/${invoice.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const invoice = await make.invoice(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/invoices/${invoice.id}`,
      payload: { note: samples.invoice.second.note },
    })
    check.isDocument(response, 200, 'Invoice')
    check.isChanged(invoice, await items.invoice.findUnique({ where: { id: invoice.id } }), 'note')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const invoice = await make.invoice(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/invoices/${invoice.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const invoice = await make.invoice(items)
    const response = await app.inject({ method: 'DELETE', url: url`/invoices/${invoice.id}` })
    check.isMessage(response)
    check.isDeleted(await items.invoice.findUnique({ where: { id: invoice.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/invoices/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/invoices/987654321` })
    check.isProblem(response, 404)
  })
})
