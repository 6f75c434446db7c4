import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { startService, url } from '../service.js'

describe('/appointments', () => {
  it('POST calls its function', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/appointments`,
      headers: { 'content-type': 'application/json' },
      payload: '{"doctor":1,"patient":1,"service":1,"starts":"2024-05-01T08:31:00.000Z"}',
    })
    check.isProblem(response, 501)
  })

  it('POST rejects unknown parameters', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/appointments?_unknown=1` })
    check.isProblem(response, 400)
  })
})

describe('/appointments/{id}/cancel', () => {
  it('POST calls its function', async (context) => {
    const { app, items } = await startService(context)
    const appointment = await make.appointment(items)
    const response = await app.inject({ method: 'POST', url: url`/v1/appointments/${appointment.id}/cancel` })
    check.isProblem(response, 501)
  })

  it('POST rejects unknown parameters', async (context) => {
    const { app, items } = await startService(context)
    const appointment = await make.appointment(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/appointments/${appointment.id}/cancel?_unknown=1`,
    })
    check.isProblem(response, 400)
  })

  it('POST below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/appointments/unknown/cancel` })
    check.isProblem(response, 404)
  })

  it('GET is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/appointments/any/cancel` })
    check.isNotAllowed(response, 'POST')
  })
})

describe('/appointments/{id}/complete', () => {
  it('POST calls its function', async (context) => {
    const { app, items } = await startService(context)
    const appointment = await make.appointment(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/appointments/${appointment.id}/complete`,
    })
    check.isProblem(response, 501)
  })

  it('POST rejects unknown parameters', async (context) => {
    const { app, items } = await startService(context)
    const appointment = await make.appointment(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/appointments/${appointment.id}/complete?_unknown=1`,
    })
    check.isProblem(response, 400)
  })

  it('POST below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/appointments/unknown/complete` })
    check.isProblem(response, 404)
  })

  it('GET is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'GET', url: url`/v1/appointments/any/complete` })
    check.isNotAllowed(response, 'POST')
  })
})
