import type { Caller } from '../../access/caller.js'
import type { Auth, Json, Model, Principal } from '../../ir/index.js'
import { modelOf } from '../../ir/lookup.js'
import { fieldOf } from '../../ir/members.js'
import { sampleField } from '../../sample-values/sample-body.js'
import { LeftOut } from './left-out.js'
import { equal, existing, type TestRow, type TestRows } from './rows.js'
import { isValid } from './values.js'

/**
 * Adds a user to whom rules for a principal apply, and no rules for other groups.
 * @param used the names of the fields and relations with which rules compare
 * @throws LeftOut if no such user can be stored
 */
export function userFor(
  rows: TestRows,
  { model: id, fields }: Auth,
  principal: Caller | Principal,
  used: readonly string[] = [],
): TestRow {
  const model = modelOf(rows.service, id)
  const { key, relations } = model
  if (principal.kind === 'group' && fields.groups === null)
    throw new LeftOut(`No user can be in the group ${principal.name}.`)
  const keyType = fieldOf(model, key)?.type
  if (principal.kind === 'user' && keyType !== 'string' && keyType !== 'text')
    throw new LeftOut(`No user can have the key ${principal.name}.`)
  const ownKey = principal.kind === 'user' ? principal.name : used.includes(key) ? ownKeyOf(model) : undefined
  return rows.add(id, [
    equal(fields.password, testPassword(model, fields.password)),
    ...(principal.kind === 'group' ? [equal(fields.groups ?? '', principal.name)] : []),
    ...(ownKey === undefined ? [] : [equal(key, ownKey)]),
    ...relations.filter(({ name }) => used.includes(name)).map(({ name }) => existing(name)),
  ])
}

/** Returns a key for a user, which rows can contain as a plain value, unless the sample or the database determines it. */
function ownKeyOf(model: Model): Json | undefined {
  const field = fieldOf(model, model.key)
  if (field?.type !== 'string' || field.default === null) return undefined
  const key = sampleField(field, field.json, { root: model.schema, name: field.name, n: 90 })
  return key !== undefined && isValid(field, key) ? key : undefined
}

/** Returns the password of all users who log in in tests. */
export function testPassword(model: Model, name: string): Json {
  const password = 'a password for tests'
  const field = fieldOf(model, name)
  if (field === undefined || isValid(field, password)) return password
  return sampleField(field, field.json, { root: model.schema, name, n: 1 }) ?? password
}
