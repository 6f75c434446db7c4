import { describe, it } from 'node:test'
import * as check from './checks.js'
import * as make from './make.js'
import { samples } from './samples.js'
import { startService, url } from './service.js'

describe('/papers', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.paper(items)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/papers` })
    check.isPage(answer, 'Paper')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/papers`,
      payload: samples.paper.first,
    })
    check.isCreated(answer, 'Paper')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/papers`,
      payload: [samples.paper.first],
    })
    check.isList(answer, 201, 'Paper')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/clubs/api/papers`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/papers?id=${paper.id}`,
      payload: { pages: samples.paper.second.pages },
    })
    check.isChange(answer)
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/clubs/api/papers`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/clubs/api/papers?id=${paper.id}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/clubs/api/papers` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/papers/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/papers/${paper.id}` })
    check.isDocument(answer, 200, 'Paper')
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/clubs/api/papers/${paper.id}`,
      payload: samples.paper.second,
    })
    check.isDocument(answer, 200, 'Paper')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/clubs/api/papers/${paper.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/papers/${paper.id}`,
      payload: { pages: samples.paper.second.pages },
    })
    check.isDocument(answer, 200, 'Paper')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/papers/${paper.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/clubs/api/papers/${paper.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/clubs/api/papers/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/papers/987654321` })
    check.isProblem(answer, 404)
  })
})

describe('/papers/{id}/seal', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    await make.seal(items, { paper: paper.id })
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/papers/${paper.id}/seal` })
    check.isDocument(answer, 200, 'Seal')
  })

  it('POST creates one', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/papers/${paper.id}/seal`,
      payload: samples.seal.first,
    })
    check.isCreated(answer, 'Seal')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/papers/${paper.id}/seal`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const paper = await make.paper(items)
    await make.seal(items, { paper: paper.id })
    const answer = await app.inject({ method: 'DELETE', url: url`/clubs/api/papers/${paper.id}/seal` })
    check.isMessage(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/clubs/api/papers/any/seal` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, POST')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/papers/987654321/seal` })
    check.isProblem(answer, 404)
  })
})

describe('/people', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.person(items)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/people` })
    check.isPage(answer, 'Person')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/people`,
      payload: samples.person.first,
    })
    check.isCreated(answer, 'Person')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/people`,
      payload: [samples.person.first],
    })
    check.isList(answer, 201, 'Person')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/clubs/api/people`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/clubs/api/people` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })
})

describe('/people/{login_name}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/people/${person.login_name}` })
    check.isDocument(answer, 200, 'Person')
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/people/${person.login_name}`,
      payload: { full_name: samples.person.second.full_name },
    })
    check.isDocument(answer, 200, 'Person')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/people/${person.login_name}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/clubs/api/people/${person.login_name}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/clubs/api/people/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/people/unknown` })
    check.isProblem(answer, 404)
  })
})

describe('/people/{login_name}/papers', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    await make.paper(items, { author: person.login_name })
    const answer = await app.inject({
      method: 'GET',
      url: url`/clubs/api/people/${person.login_name}/papers`,
    })
    check.isPage(answer, 'Paper')
  })

  it('POST creates one', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/people/${person.login_name}/papers`,
      payload: samples.paper.first,
    })
    check.isCreated(answer, 'Paper')
  })

  it('POST of a list creates all', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/people/${person.login_name}/papers`,
      payload: [samples.paper.first],
    })
    check.isList(answer, 201, 'Paper')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const person = await make.person(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/people/${person.login_name}/papers`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/clubs/api/people/any/papers` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/people/unknown/papers` })
    check.isProblem(answer, 404)
  })
})

describe('/seals', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.seal(items)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/seals` })
    check.isPage(answer, 'Seal')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/seals`,
      payload: samples.seal.first,
    })
    check.isCreated(answer, 'Seal')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/seals`,
      payload: [samples.seal.first],
    })
    check.isList(answer, 201, 'Seal')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/clubs/api/seals`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/clubs/api/seals` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })
})

describe('/seals/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const seal = await make.seal(items)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/seals/${seal.id}` })
    check.isDocument(answer, 200, 'Seal')
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const seal = await make.seal(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/seals/${seal.id}`,
      payload: { colour: samples.seal.second.colour },
    })
    check.isDocument(answer, 200, 'Seal')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const seal = await make.seal(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/seals/${seal.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const seal = await make.seal(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/clubs/api/seals/${seal.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/clubs/api/seals/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/seals/987654321` })
    check.isProblem(answer, 404)
  })
})

describe('/teams', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.team(items)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/teams` })
    check.isPage(answer, 'Team')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/teams`,
      payload: samples.team.first,
    })
    check.isCreated(answer, 'Team')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/teams`,
      payload: [samples.team.first],
    })
    check.isList(answer, 201, 'Team')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/clubs/api/teams`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/clubs/api/teams` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })
})

describe('/teams/{code}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/teams/${team.code}` })
    check.isDocument(answer, 200, 'Team')
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/clubs/api/teams/${team.code}`,
      payload: { ...samples.team.second, code: team.code },
    })
    check.isDocument(answer, 200, 'Team')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/clubs/api/teams/${team.code}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/teams/${team.code}`,
      payload: { town: samples.team.second.town },
    })
    check.isDocument(answer, 200, 'Team')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/teams/${team.code}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/clubs/api/teams/${team.code}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/clubs/api/teams/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/teams/unknown` })
    check.isProblem(answer, 404)
  })
})

describe('/teams/{code}/papers', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    await make.paper(items, { team: team.code })
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/teams/${team.code}/papers` })
    check.isPage(answer, 'Paper')
  })

  it('POST creates one', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/teams/${team.code}/papers`,
      payload: samples.paper.first,
    })
    check.isCreated(answer, 'Paper')
  })

  it('POST of a list creates all', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/teams/${team.code}/papers`,
      payload: [samples.paper.first],
    })
    check.isList(answer, 201, 'Paper')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/teams/${team.code}/papers`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/clubs/api/teams/any/papers` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/teams/unknown/papers` })
    check.isProblem(answer, 404)
  })
})

describe('/teams/{code}/papers/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    const answer = await app.inject({
      method: 'GET',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}`,
    })
    check.isDocument(answer, 200, 'Paper')
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}`,
      payload: { pages: samples.paper.second.pages },
    })
    check.isDocument(answer, 200, 'Paper')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    const answer = await app.inject({
      method: 'DELETE',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}`,
    })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/clubs/api/teams/any/papers/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const answer = await app.inject({
      method: 'GET',
      url: url`/clubs/api/teams/${team.code}/papers/987654321`,
    })
    check.isProblem(answer, 404)
  })
})

describe('/teams/{code}/papers/{id}/seal', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    await make.seal(items, { paper: paper.id })
    const answer = await app.inject({
      method: 'GET',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}/seal`,
    })
    check.isDocument(answer, 200, 'Seal')
  })

  it('POST creates one', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}/seal`,
      payload: samples.seal.first,
    })
    check.isCreated(answer, 'Seal')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    const answer = await app.inject({
      method: 'POST',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}/seal`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    const seal = await make.seal(items, { paper: paper.id })
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}/seal`,
      payload: { colour: samples.seal.second.colour },
    })
    check.isDocument(answer, 200, 'Seal')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    await make.seal(items, { paper: paper.id })
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}/seal`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const team = await make.team(items)
    const paper = await make.paper(items, { team: team.code })
    await make.seal(items, { paper: paper.id })
    const answer = await app.inject({
      method: 'DELETE',
      url: url`/clubs/api/teams/${team.code}/papers/${paper.id}/seal`,
    })
    check.isMessage(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/clubs/api/teams/any/papers/any/seal` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/clubs/api/teams/unknown/papers/unknown/seal` })
    check.isProblem(answer, 404)
  })
})
