import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { FEATURES } from './features.js'
import { emitApi } from './testing/emit-fixture.js'

test('accounts require that the email address of each user is unique', async () => {
  const api = fileURLToPath(new URL('../fixtures/logins/api.raml', import.meta.url))
  const { service } = await emitApi(api, 'svc_sqla', false, [])
  if (service === null) throw new Error('the fixture has errors')
  const models = service.models.map((model) => ({
    ...model,
    fields: model.fields.map((field) => ({
      ...field,
      constraints: { ...field.constraints, unique: false },
    })),
  }))
  expect(FEATURES.accounts.fault?.(service)).toBeUndefined()
  expect(FEATURES.accounts.fault?.({ ...service, models })).toBe('the field email of User is not unique')
  const byEmail = models.map((model) => ({ ...model, key: 'email' }))
  expect(FEATURES.accounts.fault?.({ ...service, models: byEmail })).toBeUndefined()
})
