import { expect, test } from 'vitest'
import { BodyReader } from '../body/reader.js'
import { storyAuth, user } from '../testing/story-models.js'
import { RegistrationReader } from './registration.js'

const { username, email, password } = user.fields

test("username, email and password map to the model's fields", () => {
  const model = {
    ...user,
    key: 'login_name',
    fields: { login_name: username, mail: email, secret: password },
    relations: {},
    schema: { type: 'object', properties: { login_name: {}, mail: {}, secret: {} } },
  }
  const fields = { username: 'login_name', email: 'mail', password: 'secret', groups: null }
  const reader = new RegistrationReader(
    model,
    { ...storyAuth, fields, registerFields: [] },
    new BodyReader(model),
  )
  const expected = { login_name: 'bob', mail: 'bob@example.com', secret: 'opensesame' }
  expect(reader.read({ username: 'bob', email: 'bob@example.com', password: 'opensesame' })).toEqual(expected)
  expect(reader.read(expected)).toEqual(expected)
})

test('a password is required even if the schema does not require one', () => {
  const { required: _required, ...plain } = password
  const model = {
    ...user,
    fields: { ...user.fields, password: plain },
    schema: { type: 'object', properties: {} },
  }
  const reader = new RegistrationReader(model, storyAuth, new BodyReader(model))
  expect(() => reader.read({ username: 'bob', email: 'bob@example.com' })).toThrow('password: is required')
})
