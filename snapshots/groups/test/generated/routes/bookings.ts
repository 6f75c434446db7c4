import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { samples } from '../samples.js'
import { startService, url } from '../service.js'

describe('/bookings', () => {
  it('GET returns a page', async (context) => {
    const { app, items } = await startService(context)
    await make.booking(items)
    const response = await app.inject({ method: 'GET', url: url`/bookings` })
    check.isPage(response, 'Booking')
  })

  it('POST creates an item', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.booking.count()
    const response = await app.inject({ method: 'POST', url: url`/bookings`, payload: samples.booking.first })
    check.isCreated(response, 'Booking')
    check.isAdded(await items.booking.count(), before)
  })

  it('POST with a list creates all items', async (context) => {
    const { app, items } = await startService(context)
    const before = await items.booking.count()
    const response = await app.inject({
      method: 'POST',
      url: url`/bookings`,
      payload: [samples.booking.first],
    })
    check.isList(response, 201, 'Booking')
    check.isAdded(await items.booking.count(), before)
  })

  it('POST rejects an invalid body', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/bookings`, payload: { '': true } })
    check.isProblem(response, 400)
  })

  it('PUT is not allowed', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'PUT', url: url`/bookings` })
    check.isNotAllowed(response, 'GET, HEAD, POST')
  })
})
