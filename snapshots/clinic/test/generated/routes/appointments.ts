import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { startService, url } from '../service.js'

describe('/appointments', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.appointment(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/appointments` })
    check.isPage(response, 'Appointment')
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/v1/appointments` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})

describe('/appointments/{id}', () => {
  it('GET returns the document', async (context) => {
    const { app, items } = await startService(context)
    const appointment = await make.appointment(items)
    const response = await app.inject({ method: 'GET', url: url`/v1/appointments/${appointment.id}` })
    check.isDocument(response, 200, 'Appointment')
  })

  it('POST is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/appointments/any` })
    check.isNotAllowed(response, 'GET, HEAD')
  })

  it('GET of an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/appointments/987654321` })
    check.isProblem(response, 404)
  })
})
