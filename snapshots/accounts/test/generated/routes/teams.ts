import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/teams', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.team(items)
    const response = await app.inject({ method: 'GET', url: url`/clubs/api/teams` })
    check.isPage(response, 'Team')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.team.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/teams`,
      payload: samples.team.first,
    })
    check.isCreated(response, 'Team')
    check.isAdded(await items.team.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.team.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/teams`,
      payload: [samples.team.first],
    })
    check.isList(response, 201, 'Team')
    check.isAdded(await items.team.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/clubs/api/teams`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PATCH changes the items selected by the query', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/teams?code=${team.code}`,
      payload: { town: samples.team.second.town },
    })
    check.isChange(response, 1)
    check.isChanged(team, await items.team.findUnique({ where: { code: team.code } }), 'town')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PATCH', url: url`/clubs/api/teams`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/clubs/api/teams` })
    check.isNotAllowed(response, 'GET, HEAD, PATCH, POST')
  })
})

describe('/teams/{code}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const response = await app.inject({ method: 'GET', url: url`/clubs/api/teams/${team.code}` })
    check.isDocument(response, 200, 'Team')
  })

  it('PUT replaces the item', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/clubs/api/teams/${team.code}`,
      payload: { ...samples.team.second, code: team.code },
    })
    check.isDocument(response, 200, 'Team')
    check.isChanged(team, await items.team.findUnique({ where: { code: team.code } }), 'town')
  })

  it('PUT rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const response = await app.inject({
      method: 'PUT',
      url: url`/clubs/api/teams/${team.code}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/teams/${team.code}`,
      payload: { town: samples.team.second.town },
    })
    check.isDocument(response, 200, 'Team')
    check.isChanged(team, await items.team.findUnique({ where: { code: team.code } }), 'town')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/teams/${team.code}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const response = await app.inject({ method: 'DELETE', url: url`/clubs/api/teams/${team.code}` })
    check.isMessage(response)
    check.isDeleted(await items.team.findUnique({ where: { code: team.code } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/clubs/api/teams/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/clubs/api/teams/unknown` })
    check.isProblem(response, 404)
  })
})

describe('/teams/{code}/papers', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    await make.paper(items, { team: team.code })
    const response = await app.inject({ method: 'GET', url: url`/clubs/api/teams/${team.code}/papers` })
    check.isPage(response, 'Paper')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const before = await items.paper.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/teams/${team.code}/papers`,
      payload: samples.paper.first,
    })
    check.isCreated(response, 'Paper')
    check.isAdded(await items.paper.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const before = await items.paper.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/teams/${team.code}/papers`,
      payload: [samples.paper.first],
    })
    check.isList(response, 201, 'Paper')
    check.isAdded(await items.paper.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/teams/${team.code}/papers`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/clubs/api/teams/any/papers` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/clubs/api/teams/unknown/papers` })
    check.isProblem(response, 404)
  })
})

describe('/teams/{code}/papers/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    const response = await app.inject({
      method: 'GET',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}`,
    })
    check.isDocument(response, 200, 'Paper')
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}`,
      payload: { pages: samples.paper.second.pages },
    })
    check.isDocument(response, 200, 'Paper')
    check.isChanged(paper, await items.paper.findUnique({ where: { id: paper.id } }), 'pages')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    const response = await app.inject({
      method: 'DELETE',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}`,
    })
    check.isMessage(response)
    check.isDeleted(await items.paper.findUnique({ where: { id: paper.id } }))
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/clubs/api/teams/any/papers/any` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const response = await app.inject({
      method: 'GET',
      url: url`/clubs/api/teams/${team.code}/papers/987654321`,
    })
    check.isProblem(response, 404)
  })
})

describe('/teams/{code}/papers/{id}/seal', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    await make.seal(items, { paper: paper.id })
    const response = await app.inject({
      method: 'GET',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}/seal`,
    })
    check.isDocument(response, 200, 'Seal')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    const before = await items.seal.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}/seal`,
      payload: samples.seal.first,
    })
    check.isCreated(response, 'Seal')
    check.isAdded(await items.seal.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    const response = await app.inject({
      method: 'POST',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}/seal`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    const seal = await make.seal(items, { paper: paper.id })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}/seal`,
      payload: { color: samples.seal.second.color },
    })
    check.isDocument(response, 200, 'Seal')
    check.isChanged(seal, await items.seal.findUnique({ where: { id: seal.id } }), 'color')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    await make.seal(items, { paper: paper.id })
    const response = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}/seal`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('DELETE deletes the item', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    const seal = await make.seal(items, { paper: paper.id })
    const response = await app.inject({
      method: 'DELETE',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}/seal`,
    })
    check.isMessage(response)
    check.isDeleted(await items.seal.findUnique({ where: { id: seal.id } }))
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/clubs/api/teams/any/papers/any/seal` })
    check.isNotAllowed(response, 'DELETE, GET, HEAD, PATCH, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({
      method: 'GET',
      url: url`/clubs/api/teams/unknown/papers/unknown/seal`,
    })
    check.isProblem(response, 404)
  })
})
