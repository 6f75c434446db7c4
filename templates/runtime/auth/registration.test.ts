import { expect, test } from 'vitest'
import { BodyReader } from '../body/reader.js'
import { storyAuth, user } from '../testing/story-models.js'
import { RegistrationReader } from './routes.js'

const { username, email, password } = user.fields

test("username, email and password map to the model's fields", () => {
  const model = {
    ...user,
    key: 'login_name',
    fields: { login_name: username, mail: email, secret: password },
    relations: {},
    required: ['login_name', 'mail', 'secret'],
    schema: {},
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
    required: ['username', 'email'],
    schema: {},
  }
  const reader = new RegistrationReader(model, storyAuth, new BodyReader(model))
  expect(() => reader.read({ username: 'bob', email: 'bob@example.com' })).toThrow('password: is required')
})
