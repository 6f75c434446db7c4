import { describe, it } from 'node:test'
import * as check from './checks.js'
import * as make from './make.js'
import { samples } from './samples.js'
import { startService, url } from './service.js'

describe('/comments', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.comment(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/comments` })
    check.isPage(answer, 'Comment')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/comments`,
      payload: samples.comment.first,
    })
    check.isCreated(answer, 'Comment')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/comments`,
      payload: [samples.comment.first],
    })
    check.isList(answer, 201, 'Comment')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/comments`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/comments` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })
})

describe('/comments/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const comment = await make.comment(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/comments/${comment.id}` })
    check.isDocument(answer, 200, 'Comment')
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const comment = await make.comment(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/comments/${comment.id}`,
      payload: { flag: samples.comment.second.flag },
    })
    check.isDocument(answer, 200, 'Comment')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const comment = await make.comment(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/comments/${comment.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const comment = await make.comment(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/comments/${comment.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/comments/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/comments/987654321` })
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

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/drafts` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })
})

describe('/drafts/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const draft = await make.draft(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/drafts/${draft.id}` })
    check.isDocument(answer, 200, 'Draft')
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
    check.isNotAllowed(answer, 'DELETE, GET, HEAD')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/drafts/987654321` })
    check.isProblem(answer, 404)
  })
})

describe('/notices', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.notice(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/notices` })
    check.isPage(answer, 'Notice')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/notices`, payload: samples.notice.first })
    check.isCreated(answer, 'Notice')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/notices`,
      payload: [samples.notice.first],
    })
    check.isList(answer, 201, 'Notice')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/notices`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const notice = await make.notice(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/notices?id=${notice.id}`,
      payload: { title: samples.notice.second.title },
    })
    check.isChange(answer)
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/notices`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/notices` })
    check.isNotAllowed(answer, 'GET, HEAD, PATCH, POST')
  })
})

describe('/notices/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const notice = await make.notice(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/notices/${notice.id}` })
    check.isDocument(answer, 200, 'Notice')
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const notice = await make.notice(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/notices/${notice.id}`,
      payload: { title: samples.notice.second.title },
    })
    check.isDocument(answer, 200, 'Notice')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const notice = await make.notice(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/notices/${notice.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const notice = await make.notice(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/notices/${notice.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/notices/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, PATCH')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/notices/987654321` })
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

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/pages` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })
})

describe('/pages/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/pages/${page.id}` })
    check.isDocument(answer, 200, 'Page')
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const page = await make.page(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/pages/${page.id}` })
    check.isMessage(answer)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/pages/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/pages/987654321` })
    check.isProblem(answer, 404)
  })
})

describe('/stories', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.story(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/stories` })
    check.isPage(answer, 'Story')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/stories`, payload: samples.story.first })
    check.isCreated(answer, 'Story')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/stories`, payload: [samples.story.first] })
    check.isList(answer, 201, 'Story')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/stories`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('PATCH changes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/stories?id=${story.id}`,
      payload: { fee: samples.story.second.fee },
    })
    check.isChange(answer)
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PATCH', url: url`/v1/stories`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes what the query selects', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/stories?id=${story.id}` })
    check.isChange(answer)
  })

  it('OPTIONS tells the methods', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'OPTIONS', url: url`/v1/stories` })
    check.isOptions(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/stories` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, POST')
  })
})

describe('/stories/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/stories/${story.id}` })
    check.isDocument(answer, 200, 'Story')
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/stories/${story.id}`,
      payload: samples.story.second,
    })
    check.isDocument(answer, 200, 'Story')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/stories/${story.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/stories/${story.id}`,
      payload: { fee: samples.story.second.fee },
    })
    check.isDocument(answer, 200, 'Story')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/stories/${story.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/stories/${story.id}` })
    check.isMessage(answer)
  })

  it('OPTIONS tells the methods', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'OPTIONS', url: url`/v1/stories/any` })
    check.isOptions(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/stories/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/stories/987654321` })
    check.isProblem(answer, 404)
  })
})

describe('/stories/{id}/comments', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    await make.comment(items, { story: story.id })
    const answer = await app.inject({ method: 'GET', url: url`/v1/stories/${story.id}/comments` })
    check.isPage(answer, 'Comment')
  })

  it('POST creates one', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/stories/${story.id}/comments`,
      payload: samples.comment.first,
    })
    check.isCreated(answer, 'Comment')
  })

  it('POST of a list creates all', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/stories/${story.id}/comments`,
      payload: [samples.comment.first],
    })
    check.isList(answer, 201, 'Comment')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/stories/${story.id}/comments`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/stories/any/comments` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/stories/987654321/comments` })
    check.isProblem(answer, 404)
  })
})

describe('/stories/{id}/tags', () => {
  it('GET answers tags', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/stories/${story.id}/tags` })
    check.isListField(answer)
  })

  it('POST changes tags', async (context) => {
    const { app, items } = await startService(context)
    const story = await make.story(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/stories/${story.id}/tags`,
      payload: samples.story.second.tags,
    })
    check.isListField(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/stories/any/tags` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/stories/987654321/tags` })
    check.isProblem(answer, 404)
  })
})

describe('/users', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    await make.user(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users` })
    check.isPage(answer, 'User')
  })

  it('POST creates one', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/users`, payload: samples.user.first })
    check.isCreated(answer, 'User')
  })

  it('POST of a list creates all', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/users`, payload: [samples.user.first] })
    check.isList(answer, 201, 'User')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/users`, payload: { '': true } })
    check.isProblem(answer, 400)
  })

  it('OPTIONS tells the methods', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'OPTIONS', url: url`/v1/users` })
    check.isOptions(answer, 'GET, HEAD, OPTIONS, POST')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/users` })
    check.isNotAllowed(answer, 'GET, HEAD, OPTIONS, POST')
  })
})

describe('/users/{username}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}` })
    check.isDocument(answer, 200, 'User')
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/users/${user.username}`,
      payload: { ...samples.user.second, username: user.username },
    })
    check.isDocument(answer, 200, 'User')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/users/${user.username}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}`,
      payload: { groups: samples.user.second.groups },
    })
    check.isDocument(answer, 200, 'User')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/users/${user.username}` })
    check.isMessage(answer)
  })

  it('OPTIONS tells the methods', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'OPTIONS', url: url`/v1/users/any` })
    check.isOptions(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/users/any` })
    check.isNotAllowed(answer, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/unknown` })
    check.isProblem(answer, 404)
  })
})

describe('/users/{username}/groups', () => {
  it('GET answers groups', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}/groups` })
    check.isListField(answer)
  })

  it('POST changes groups', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/groups`,
      payload: samples.user.second.groups,
    })
    check.isListField(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/users/any/groups` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/unknown/groups` })
    check.isProblem(answer, 404)
  })
})

describe('/users/{username}/profile', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.profile(items, { user: user.username })
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}/profile` })
    check.isDocument(answer, 200, 'Profile')
  })

  it('POST creates one', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/profile`,
      payload: samples.profile.first,
    })
    check.isCreated(answer, 'Profile')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/profile`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PUT replaces it', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const profile = await make.profile(items, { user: user.username })
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/users/${user.username}/profile`,
      payload: samples.profile.second,
    })
    check.isDocument(answer, 200, 'Profile')
  })

  it('PUT refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.profile(items, { user: user.username })
    const answer = await app.inject({
      method: 'PUT',
      url: url`/v1/users/${user.username}/profile`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const profile = await make.profile(items, { user: user.username })
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}/profile`,
      payload: { address: samples.profile.second.address },
    })
    check.isDocument(answer, 200, 'Profile')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.profile(items, { user: user.username })
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}/profile`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('DELETE deletes it', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.profile(items, { user: user.username })
    const answer = await app.inject({ method: 'DELETE', url: url`/v1/users/${user.username}/profile` })
    check.isMessage(answer)
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/unknown/profile` })
    check.isProblem(answer, 404)
  })
})

describe('/users/{username}/settings', () => {
  it('GET answers settings', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}/settings` })
    check.isDictField(answer)
  })

  it('POST changes settings', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/settings`,
      payload: samples.user.second.settings,
    })
    check.isDictField(answer)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/users/any/settings` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/unknown/settings` })
    check.isProblem(answer, 404)
  })
})

describe('/users/{username}/stories', () => {
  it('GET answers a page', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    await make.story(items, { owner: user.username })
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}/stories` })
    check.isPage(answer, 'Story')
  })

  it('POST creates one', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/stories`,
      payload: samples.story.first,
    })
    check.isCreated(answer, 'Story')
  })

  it('POST of a list creates all', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/stories`,
      payload: [samples.story.first],
    })
    check.isList(answer, 201, 'Story')
  })

  it('POST refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({
      method: 'POST',
      url: url`/v1/users/${user.username}/stories`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'PUT', url: url`/v1/users/any/stories` })
    check.isNotAllowed(answer, 'GET, HEAD, POST')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/unknown/stories` })
    check.isProblem(answer, 404)
  })
})

describe('/users/{username}/stories/{id}', () => {
  it('GET answers the document', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const answer = await app.inject({
      method: 'GET',
      url: url`/v1/users/${user.username}/stories/${story.id}`,
    })
    check.isDocument(answer, 200, 'Story')
  })

  it('PATCH changes it', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}/stories/${story.id}`,
      payload: { fee: samples.story.second.fee },
    })
    check.isDocument(answer, 200, 'Story')
  })

  it('PATCH refuses a faulty body', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const story = await make.story(items, { owner: user.username })
    const answer = await app.inject({
      method: 'PATCH',
      url: url`/v1/users/${user.username}/stories/${story.id}`,
      payload: { '': true },
    })
    check.isProblem(answer, 400)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const answer = await app.inject({ method: 'POST', url: url`/v1/users/any/stories/any` })
    check.isNotAllowed(answer, 'GET, HEAD, PATCH')
  })

  it('GET of an unknown item is not found', async (context) => {
    const { app, items } = await startService(context)
    const user = await make.user(items)
    const answer = await app.inject({ method: 'GET', url: url`/v1/users/${user.username}/stories/987654321` })
    check.isProblem(answer, 404)
  })
})
