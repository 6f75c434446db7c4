import { describe, it } from 'node:test'
import * as check from '../checks.js'
import { startService, url } from '../service.js'

describe('/pets', () => {
  it('GET calls its function', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v2/api/pets` })
    check.isProblem(response, 501)
  })

  it('GET rejects unknown parameters', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v2/api/pets?_unknown=1` })
    check.isProblem(response, 400)
  })

  it('POST calls its function', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({
      method: 'POST',
      url: url`/v2/api/pets`,
      headers: { 'content-type': 'application/json' },
      payload:
        '{"born":"2024-05-01","home":{"inside":{},"rooms":3},"kind":"cat","mail":"someone-1@example.com","name":"name-1","tag":"tag-1","weight":1}',
    })
    check.isProblem(response, 501)
  })

  it('POST rejects unknown parameters', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v2/api/pets?_unknown=1` })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v2/api/pets` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/pets/by-coordinates/{point}', () => {
  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v2/api/pets/by-coordinates/any` })
    check.isNotAllowed(response, 'GET, HEAD')
  })
})

describe('/pets/{petId}', () => {
  it('GET calls its function', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v2/api/pets/1` })
    check.isProblem(response, 501)
  })

  it('GET rejects unknown parameters', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v2/api/pets/1?_unknown=1` })
    check.isProblem(response, 400)
  })

  it('PUT calls its function', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({
      method: 'PUT',
      url: url`/v2/api/pets/1`,
      headers: { 'content-type': 'multipart/form-data; boundary=boundary-of-parts' },
      payload:
        '--boundary-of-parts\r\nContent-Disposition: form-data; name="photo"; filename="file.txt"\r\nContent-Type: text/plain\r\n\r\ncontent\r\n--boundary-of-parts--\r\n',
    })
    check.isProblem(response, 501)
  })

  it('PUT rejects unknown parameters', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v2/api/pets/1?_unknown=1` })
    check.isProblem(response, 400)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v2/api/pets/any` })
    check.isNotAllowed(response, 'GET, HEAD, PUT')
  })
})
