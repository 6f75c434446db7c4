import { describe, it } from 'node:test'
import * as check from '../checks.js'
import * as make from '../make.js'
import { startService, url } from '../service.js'

describe('/patients/{id}/attachments', () => {
  it('POST calls its function', async (context) => {
    const { app, items } = await startService(context)
    const patient = await make.patient(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/patients/${patient.id}/attachments`,
      headers: { 'content-type': 'multipart/form-data; boundary=boundary-of-parts' },
      payload:
        '--boundary-of-parts\r\nContent-Disposition: form-data; name="file"; filename="file.txt"\r\nContent-Type: text/plain\r\n\r\ncontent\r\n--boundary-of-parts--\r\n',
    })
    check.isProblem(response, 501)
  })

  it('POST rejects unknown parameters', async (context) => {
    const { app, items } = await startService(context)
    const patient = await make.patient(items)
    const response = await app.inject({
      method: 'POST',
      url: url`/v1/patients/${patient.id}/attachments?_unknown=1`,
    })
    check.isProblem(response, 400)
  })

  it('POST below an unknown item returns 404', async (context) => {
    const { app } = await startService(context)
    const response = await app.inject({ method: 'POST', url: url`/v1/patients/unknown/attachments` })
    check.isProblem(response, 404)
  })
})
