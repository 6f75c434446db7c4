import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/vaults', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.vault(items)
    const response = await app.inject({ method: 'GET', url: url`/vaults` })
    check.isPage(response, 'Vault')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.vault.count()
    const response = await app.inject({ method: 'POST', url: url`/vaults`, payload: samples.vault.first })
    check.isCreated(response, 'Vault')
    check.isAdded(await items.vault.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.vault.count()
    const response = await app.inject({ method: 'POST', url: url`/vaults`, payload: [samples.vault.first] })
    check.isList(response, 201, 'Vault')
    check.isAdded(await items.vault.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/vaults`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/vaults` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/vaults/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const vault = await make.vault(items)
    const response = await app.inject({ method: 'GET', url: url`/vaults/${vault.id}` })
    check.isDocument(response, 200, 'Vault')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const vault = await make.vault(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/vaults/${vault.id}`,
      payload: samples.vault.second,
    })
    check.isDocument(response, 200, 'Vault')
    check.isChanged(vault, await items.vault.findUnique({ where: { id: vault.id } }), 'code')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const vault = await make.vault(items)
    const response = await app.inject({ method: 'PUT', url: url`/vaults/${vault.id}`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const vault = await make.vault(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/vaults/${vault.id}`,
      payload: { code: samples.vault.second.code },
    })
    check.isDocument(response, 200, 'Vault')
    check.isChanged(vault, await items.vault.findUnique({ where: { id: vault.id } }), 'code')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const vault = await make.vault(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/vaults/${vault.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const vault = await make.vault(items)
    const response = await app.inject({ method: 'DELETE', url: url`/vaults/${vault.id}` })
    check.isMessage(response)
    check.isDeleted(await items.vault.findUnique({ where: { id: vault.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/vaults/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/vaults/987654321` })
    check.isProblem(response, 404)
  })
})

describe('/vaults/{id}/codes', () => {
  it('GET returns codes', async (context) => {
    const { app, items } = await startService(context)
    const vault = await make.vault(items)
    const response = await app.inject({ method: 'GET', url: url`/vaults/${vault.id}/codes` })
    check.isListField(response)
  })

  it('POST changes codes', async (context) => {
    const { app, items } = await startService(context)
    const vault = await make.vault(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/vaults/${vault.id}/codes`,
      payload: samples.vault.second.codes,
    })
    check.isListField(response)
    check.isChanged(vault, await items.vault.findUnique({ where: { id: vault.id } }), 'codes')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/vaults/any/codes` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/vaults/987654321/codes` })
    check.isProblem(response, 404)
  })
})
