import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/doctors', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.doctor(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/doctors` })
    check.isPage(response, 'Doctor')
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/doctors`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/doctors` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/doctors/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const doctor = await make.doctor(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/doctors/${doctor.id}` })
    check.isDocument(response, 200, 'Doctor')
  })

  it('PATCH changes the item', async (context) => {
    const { app, items } = await startService(context)
    const doctor = await make.doctor(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/doctors/${doctor.id}`,
      payload: { name: samples.doctor.second.name },
    })
    check.isDocument(response, 200, 'Doctor')
    check.isChanged(doctor, await items.doctor.findUnique({ where: { id: doctor.id } }), 'name')
  })

  it('PATCH rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const doctor = await make.doctor(items)
    const response = await app.inject({
      method: 'PATCH',
      url: url`/v1/doctors/${doctor.id}`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/doctors/any` })
    check.isNotAllowed(response, 'GET, HEAD, PATCH')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/doctors/987654321` })
    check.isProblem(response, 404)
  })
})

describe('/doctors/{id}/hours', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    const doctor = await make.doctor(items)
    await make.hour(items, { doctor: doctor.id })
    const response = await app.inject({ method: 'GET', url: url`/v1/doctors/${doctor.id}/hours` })
    check.isPage(response, 'Hour')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const doctor = await make.doctor(items)
    const before = await items.hour.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/doctors/${doctor.id}/hours`,
      payload: samples.hour.first,
    })
    check.isCreated(response, 'Hour')
    check.isAdded(await items.hour.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app, items } = await startService(context)
    const doctor = await make.doctor(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/doctors/${doctor.id}/hours`,
      payload: { '': true },
    })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/doctors/any/hours` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })

  it('GET below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/doctors/987654321/hours` })
    check.isProblem(response, 404)
  })
})
