import { expect, test } from 'vitest'
import { storyAuth, user } from '../testing/story-models.js'
import { registrationReader } from './registration.js'

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
  const read = registrationReader(model, { ...storyAuth, fields, registerFields: [] })
  const expected = { login_name: 'bob', mail: 'bob@example.com', secret: 'opensesame' }
  expect(read({ username: 'bob', email: 'bob@example.com', password: 'opensesame' })).toEqual(expected)
  expect(read(expected)).toEqual(expected)
})

test('a password is required even if the schema does not require one', () => {
  const { required: _required, ...plain } = password
  const model = {
    ...user,
    fields: { ...user.fields, password: plain },
    required: ['username', 'email'],
    schema: {},
  }
  const read = registrationReader(model, storyAuth)
  expect(() => read({ username: 'bob', email: 'bob@example.com' })).toThrow('password: is required')
})
