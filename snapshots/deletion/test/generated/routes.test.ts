import { describe, it } from 'node:test'
import * as check from './checks.js'
import * as make from './make.js'
import { samples } from './samples.js'
import { startService, url } from './service.js'

describe('/badges', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.badge(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/badges` })
    check.isPage(answer, 'Badge')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/badges`, payload: samples.badge.first })
    check.isCreated(answer, 'Badge')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/badges`, payload: [samples.badge.first] })
    check.isList(answer, 201, 'Badge')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/badges`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/badges?id=${badge.id}`,
      payload: { label: samples.badge.second.label },
    })
    check.isChange(answer)
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/badges`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/badges?id=${badge.id}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/badges` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/badges/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/badges/${badge.id}` })
    check.isDocument(answer, 200, 'Badge')
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/badges/${badge.id}`,
      payload: samples.badge.second,
    })
    check.isDocument(answer, 200, 'Badge')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/badges/${badge.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/badges/${badge.id}`,
      payload: { label: samples.badge.second.label },
    })
    check.isDocument(answer, 200, 'Badge')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/badges/${badge.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const badge = await make.badge(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/badges/${badge.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/badges/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/badges/987654321` })
    check.isProblem(answer, 404)
  })
})

describe('/blockings', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.blocking(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/blockings` })
    check.isPage(answer, 'Blocking')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/blockings`,
      payload: samples.blocking.first,
    })
    check.isCreated(answer, 'Blocking')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/blockings`,
      payload: [samples.blocking.first],
    })
    check.isList(answer, 201, 'Blocking')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/blockings`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const blocking = await make.blocking(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/blockings?id=${blocking.id}`,
      payload: { label: samples.blocking.second.label },
    })
    check.isChange(answer)
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/blockings`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const blocking = await make.blocking(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/blockings?id=${blocking.id}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/blockings` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/blockings/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const blocking = await make.blocking(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/blockings/${blocking.id}` })
    check.isDocument(answer, 200, 'Blocking')
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const blocking = await make.blocking(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/blockings/${blocking.id}`,
      payload: samples.blocking.second,
    })
    check.isDocument(answer, 200, 'Blocking')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const blocking = await make.blocking(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/blockings/${blocking.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const blocking = await make.blocking(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/blockings/${blocking.id}`,
      payload: { label: samples.blocking.second.label },
    })
    check.isDocument(answer, 200, 'Blocking')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const blocking = await make.blocking(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/blockings/${blocking.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const blocking = await make.blocking(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/blockings/${blocking.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/blockings/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/blockings/987654321` })
    check.isProblem(answer, 404)
  })
})

describe('/bounds', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.bound(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/bounds` })
    check.isPage(answer, 'Bound')
  })

  it('POST creates one', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/bounds`,
      payload: { ...samples.bound.first, hub: hub.name },
    })
    check.isCreated(answer, 'Bound')
  })

  it('POST of a list creates all', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/bounds`,
      payload: [{ ...samples.bound.first, hub: hub.name }],
    })
    check.isList(answer, 201, 'Bound')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/bounds`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const bound = await make.bound(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/bounds?id=${bound.id}`,
      payload: { label: samples.bound.second.label },
    })
    check.isChange(answer)
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/bounds`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const bound = await make.bound(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/bounds?id=${bound.id}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/bounds` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/bounds/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const bound = await make.bound(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/bounds/${bound.id}` })
    check.isDocument(answer, 200, 'Bound')
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const bound = await make.bound(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/bounds/${bound.id}`,
      payload: { ...samples.bound.second, hub: bound.hub },
    })
    check.isDocument(answer, 200, 'Bound')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const bound = await make.bound(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/bounds/${bound.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const bound = await make.bound(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/bounds/${bound.id}`,
      payload: { label: samples.bound.second.label },
    })
    check.isDocument(answer, 200, 'Bound')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const bound = await make.bound(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/bounds/${bound.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const bound = await make.bound(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/bounds/${bound.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/bounds/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/bounds/987654321` })
    check.isProblem(answer, 404)
  })
})

describe('/holdings', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.holding(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/holdings` })
    check.isPage(answer, 'Holding')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/holdings`,
      payload: samples.holding.first,
    })
    check.isCreated(answer, 'Holding')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/holdings`,
      payload: [samples.holding.first],
    })
    check.isList(answer, 201, 'Holding')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/holdings`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const holding = await make.holding(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/holdings?id=${holding.id}`,
      payload: { label: samples.holding.second.label },
    })
    check.isChange(answer)
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/holdings`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const holding = await make.holding(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/holdings?id=${holding.id}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/holdings` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/holdings/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const holding = await make.holding(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/holdings/${holding.id}` })
    check.isDocument(answer, 200, 'Holding')
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const holding = await make.holding(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/holdings/${holding.id}`,
      payload: samples.holding.second,
    })
    check.isDocument(answer, 200, 'Holding')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const holding = await make.holding(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/holdings/${holding.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const holding = await make.holding(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/holdings/${holding.id}`,
      payload: { label: samples.holding.second.label },
    })
    check.isDocument(answer, 200, 'Holding')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const holding = await make.holding(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/holdings/${holding.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const holding = await make.holding(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/holdings/${holding.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/holdings/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/holdings/987654321` })
    check.isProblem(answer, 404)
  })
})

describe('/hubs', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.hub(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/hubs` })
    check.isPage(answer, 'Hub')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/hubs`, payload: samples.hub.first })
    check.isCreated(answer, 'Hub')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/hubs`, payload: [samples.hub.first] })
    check.isList(answer, 201, 'Hub')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/hubs`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/hubs?name=${hub.name}`, payload: {} })
    check.isChange(answer)
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/hubs`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/hubs?name=${hub.name}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/hubs` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/hubs/{name}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/hubs/${hub.name}` })
    check.isDocument(answer, 200, 'Hub')
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/hubs/${hub.name}`,
      payload: { ...samples.hub.second, name: hub.name },
    })
    check.isDocument(answer, 200, 'Hub')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/hubs/${hub.name}`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/hubs/${hub.name}`, payload: {} })
    check.isDocument(answer, 200, 'Hub')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/hubs/${hub.name}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const hub = await make.hub(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/hubs/${hub.name}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/hubs/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/hubs/unknown` })
    check.isProblem(answer, 404)
  })
})

describe('/looses', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.loose(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/looses` })
    check.isPage(answer, 'Loose')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/looses`, payload: samples.loose.first })
    check.isCreated(answer, 'Loose')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/looses`, payload: [samples.loose.first] })
    check.isList(answer, 201, 'Loose')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/looses`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/looses?id=${loose.id}`,
      payload: { label: samples.loose.second.label },
    })
    check.isChange(answer)
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/looses`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/looses?id=${loose.id}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/looses` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/looses/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/looses/${loose.id}` })
    check.isDocument(answer, 200, 'Loose')
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/looses/${loose.id}`,
      payload: samples.loose.second,
    })
    check.isDocument(answer, 200, 'Loose')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/looses/${loose.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/looses/${loose.id}`,
      payload: { label: samples.loose.second.label },
    })
    check.isDocument(answer, 200, 'Loose')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/looses/${loose.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const loose = await make.loose(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/looses/${loose.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/looses/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/looses/987654321` })
    check.isProblem(answer, 404)
  })
})

describe('/nodes', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.node(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/nodes` })
    check.isPage(answer, 'Node')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/nodes`, payload: samples.node.first })
    check.isCreated(answer, 'Node')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/nodes`, payload: [samples.node.first] })
    check.isList(answer, 201, 'Node')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/nodes`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const node = await make.node(items)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/nodes?name=${node.name}`, payload: {} })
    check.isChange(answer)
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/nodes`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const node = await make.node(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/nodes?name=${node.name}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/nodes` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/nodes/{name}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const node = await make.node(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/nodes/${node.name}` })
    check.isDocument(answer, 200, 'Node')
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const node = await make.node(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/nodes/${node.name}`,
      payload: { ...samples.node.second, name: node.name },
    })
    check.isDocument(answer, 200, 'Node')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const node = await make.node(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/nodes/${node.name}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const node = await make.node(items)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/nodes/${node.name}`, payload: {} })
    check.isDocument(answer, 200, 'Node')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const node = await make.node(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/nodes/${node.name}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const node = await make.node(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/nodes/${node.name}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/nodes/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/nodes/unknown` })
    check.isProblem(answer, 404)
  })
})

describe('/owneds', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.owned(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/owneds` })
    check.isPage(answer, 'Owned')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/owneds`, payload: samples.owned.first })
    check.isCreated(answer, 'Owned')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/owneds`, payload: [samples.owned.first] })
    check.isList(answer, 201, 'Owned')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/owneds`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/owneds?id=${owned.id}`,
      payload: { label: samples.owned.second.label },
    })
    check.isChange(answer)
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/owneds`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/owneds?id=${owned.id}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/owneds` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/owneds/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/owneds/${owned.id}` })
    check.isDocument(answer, 200, 'Owned')
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/owneds/${owned.id}`,
      payload: samples.owned.second,
    })
    check.isDocument(answer, 200, 'Owned')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/owneds/${owned.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/owneds/${owned.id}`,
      payload: { label: samples.owned.second.label },
    })
    check.isDocument(answer, 200, 'Owned')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/owneds/${owned.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const owned = await make.owned(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/owneds/${owned.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/owneds/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/owneds/987654321` })
    check.isProblem(answer, 404)
  })
})

describe('/pullings', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.pulling(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/pullings` })
    check.isPage(answer, 'Pulling')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/pullings`,
      payload: samples.pulling.first,
    })
    check.isCreated(answer, 'Pulling')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/pullings`,
      payload: [samples.pulling.first],
    })
    check.isList(answer, 201, 'Pulling')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/pullings`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const pulling = await make.pulling(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/pullings?id=${pulling.id}`,
      payload: { label: samples.pulling.second.label },
    })
    check.isChange(answer)
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/pullings`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const pulling = await make.pulling(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/pullings?id=${pulling.id}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/pullings` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/pullings/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const pulling = await make.pulling(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/pullings/${pulling.id}` })
    check.isDocument(answer, 200, 'Pulling')
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const pulling = await make.pulling(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/pullings/${pulling.id}`,
      payload: samples.pulling.second,
    })
    check.isDocument(answer, 200, 'Pulling')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const pulling = await make.pulling(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/pullings/${pulling.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const pulling = await make.pulling(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/pullings/${pulling.id}`,
      payload: { label: samples.pulling.second.label },
    })
    check.isDocument(answer, 200, 'Pulling')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const pulling = await make.pulling(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/pullings/${pulling.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const pulling = await make.pulling(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/pullings/${pulling.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/pullings/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/pullings/987654321` })
    check.isProblem(answer, 404)
  })
})
