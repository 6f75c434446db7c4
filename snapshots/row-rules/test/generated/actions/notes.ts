import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { startService, url } from '../service.js'

describe('/notes/{id}/publish', () => {
  it('POST calls its function', async (context) => {
    const { app, items } = await startService(context)
    const note = await make.note(items)
    const response = await app.inject({ method: 'POST', url: url`/v1/notes/${note.id}/publish` })
    check.isProblem(response, 501)
  })

  it('POST rejects unknown parameters', async (context) => {
    const { app, items } = await startService(context)
    const note = await make.note(items)
    const response = await app.inject({ method: 'POST', url: url`/v1/notes/${note.id}/publish?_unknown=1` })
    check.isProblem(response, 400)
  })

  it('POST below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/notes/unknown/publish` })
    check.isProblem(response, 404)
  })

  it('GET is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/notes/any/publish` })
    check.isNotAllowed(response, 'POST')
  })
})

describe('/notes/{id}/title', () => {
  it('GET calls its function', async (context) => {
    const { app, items } = await startService(context)
    const note = await make.note(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/notes/${note.id}/title` })
    check.isProblem(response, 501)
  })

  it('GET rejects unknown parameters', async (context) => {
    const { app, items } = await startService(context)
    const note = await make.note(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/notes/${note.id}/title?_unknown=1` })
    check.isProblem(response, 400)
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/notes/unknown/title` })
    check.isProblem(response, 404)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/notes/any/title` })
    check.isNotAllowed(response, 'GET, HEAD')
  })
})
