import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/patients', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.patient(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/patients` })
    check.isPage(response, 'Patient')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/patients`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/patients` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/patients/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const patient = await make.patient(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/patients/${patient.id}` })
    check.isDocument(response, 200, 'Patient')
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const patient = await make.patient(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/patients/${patient.id}`,
      payload: { email: samples.patient.second.email },
    })
    check.isDocument(response, 200, 'Patient')
    check.isChanged(patient, await items.patient.findUnique({ where: { id: patient.id } }), 'email')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const patient = await make.patient(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/patients/${patient.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/patients/any` })
    check.isNotAllowed(response, 'GET, HEAD, PATCH')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/patients/987654321` })
    check.isProblem(response, 404)
  })
})

describe('/patients/{id}/attachments', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const patient = await make.patient(items)
    await make.attachment(items, { patient: patient.id })
    const response = await app.inject({ method: 'GET', url: url`/v1/patients/${patient.id}/attachments` })
    check.isPage(response, 'Attachment')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/patients/any/attachments` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/patients/987654321/attachments` })
    check.isProblem(response, 404)
  })
})
