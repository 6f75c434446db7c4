import { describe, it } from 'node:test'
import * as check from './checks.js'
import * as make from './make.js'
import { samples } from './samples.js'
import { startService, url } from './service.js'

describe('/articles', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.article(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/articles` })
    check.isPage(answer, 'Article')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/articles`,
      payload: samples.article.first,
    })
    check.isCreated(answer, 'Article')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/articles`,
      payload: [samples.article.first],
    })
    check.isList(answer, 201, 'Article')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/articles`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const article = await make.article(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/articles?id=${article.id}`,
      payload: { body: samples.article.second.body },
    })
    check.isChange(answer)
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/articles`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const article = await make.article(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/articles?id=${article.id}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/articles` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/articles/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const article = await make.article(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/articles/${article.id}` })
    check.isDocument(answer, 200, 'Article')
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const article = await make.article(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/articles/${article.id}`,
      payload: samples.article.second,
    })
    check.isDocument(answer, 200, 'Article')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const article = await make.article(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/articles/${article.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const article = await make.article(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/articles/${article.id}`,
      payload: { body: samples.article.second.body },
    })
    check.isDocument(answer, 200, 'Article')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const article = await make.article(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/articles/${article.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const article = await make.article(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/articles/${article.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/articles/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/articles/987654321` })
    check.isProblem(answer, 404)
  })
})

describe('/authors', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.author(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/authors` })
    check.isPage(answer, 'Author')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/authors`, payload: samples.author.first })
    check.isCreated(answer, 'Author')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/authors`,
      payload: [samples.author.first],
    })
    check.isList(answer, 201, 'Author')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/authors`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/authors?id=${author.id}`,
      payload: { name: samples.author.second.name },
    })
    check.isChange(answer)
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/authors`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/authors?id=${author.id}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/authors` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/authors/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/authors/${author.id}` })
    check.isDocument(answer, 200, 'Author')
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/authors/${author.id}`,
      payload: samples.author.second,
    })
    check.isDocument(answer, 200, 'Author')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/authors/${author.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/authors/${author.id}`,
      payload: { name: samples.author.second.name },
    })
    check.isDocument(answer, 200, 'Author')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/authors/${author.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const author = await make.author(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/authors/${author.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/authors/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/authors/987654321` })
    check.isProblem(answer, 404)
  })
})

describe('/drafts', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.draft(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/drafts` })
    check.isPage(answer, 'Draft')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/drafts`, payload: samples.draft.first })
    check.isCreated(answer, 'Draft')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/drafts`, payload: [samples.draft.first] })
    check.isList(answer, 201, 'Draft')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/drafts`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const draft = await make.draft(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/drafts?id=${draft.id}`,
      payload: { body: samples.draft.second.body },
    })
    check.isChange(answer)
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/drafts`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const draft = await make.draft(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/drafts?id=${draft.id}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/drafts` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/drafts/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const draft = await make.draft(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/drafts/${draft.id}` })
    check.isDocument(answer, 200, 'Draft')
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const draft = await make.draft(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/drafts/${draft.id}`,
      payload: samples.draft.second,
    })
    check.isDocument(answer, 200, 'Draft')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const draft = await make.draft(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/drafts/${draft.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const draft = await make.draft(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/drafts/${draft.id}`,
      payload: { body: samples.draft.second.body },
    })
    check.isDocument(answer, 200, 'Draft')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const draft = await make.draft(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/drafts/${draft.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const draft = await make.draft(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/drafts/${draft.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/drafts/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/drafts/987654321` })
    check.isProblem(answer, 404)
  })
})

describe('/pages', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.page(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/pages` })
    check.isPage(answer, 'Page')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/pages`, payload: samples.page.first })
    check.isCreated(answer, 'Page')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/pages`, payload: [samples.page.first] })
    check.isList(answer, 201, 'Page')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/pages`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/pages?slug=${page.slug}`,
      payload: { body: samples.page.second.body },
    })
    check.isChange(answer)
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/pages`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/pages?slug=${page.slug}` })
    check.isChange(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/pages` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, POST')
  })
})

describe('/pages/{slug}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/pages/${page.slug}` })
    check.isDocument(answer, 200, 'Page')
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/pages/${page.slug}`,
      payload: { ...samples.page.second, slug: page.slug },
    })
    check.isDocument(answer, 200, 'Page')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/pages/${page.slug}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/pages/${page.slug}`,
      payload: { body: samples.page.second.body },
    })
    check.isDocument(answer, 200, 'Page')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/pages/${page.slug}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/pages/${page.slug}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/pages/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH, PUT')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/pages/unknown` })
    check.isProblem(answer, 404)
  })
})
