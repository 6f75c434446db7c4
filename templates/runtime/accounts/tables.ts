import { internalModel } from '../internal-model.js'
import type { FieldSpec, Models } from '../model.js'

const TEXT: FieldSpec = { type: 'string', column: null }
const TIME: FieldSpec = { type: 'big_integer', column: null }

/**
 * The tokens in mails.
 * - `id`: hash of the token
 * - `basis`: the email address (`verify`), or a digest of it and the password hash (`reset`): the token is valid for these only
 * - `expires`: in milliseconds since 1970
 */
export const mailTokenModel = internalModel('_svc_account_mails', 'id', {
  id: { ...TEXT, column: 'id', required: true },
  user: { ...TEXT, column: 'user', index: true },
  kind: { ...TEXT, column: 'kind' },
  basis: { ...TEXT, column: 'basis' },
  expires: { ...TIME, column: 'expires' },
})

/**
 * The verified email addresses of users.
 * - `basis`: digest of the password hash, because another user can get the key and the address of a deleted one
 */
export const verifiedModel = internalModel('_svc_account_verified', 'user', {
  user: { ...TEXT, column: 'user', required: true },
  email: { ...TEXT, column: 'email' },
  basis: { ...TEXT, column: 'basis' },
})

/**
 * Sessions of users, each with the stamp of its newest ticket. A session whose stamp is not the user's current one has
 * ended.
 */
export const sessionModel = internalModel('_svc_account_sessions', 'id', {
  id: { ...TEXT, column: 'id', required: true },
  user: { ...TEXT, column: 'user', index: true },
  stamp: { ...TEXT, column: 'stamp' },
  agent: { ...TEXT, column: 'agent' },
  address: { ...TEXT, column: 'address' },
  created: { ...TIME, column: 'created' },
  used: { ...TIME, column: 'used' },
})

/**
 * Named tokens of users.
 * - `hash`: of the token
 * - `basis`: digest of the password hash when the token was made, so that a new password ends the token
 * - `expires`: in milliseconds since 1970; null for never
 * - `used`: time of the last use, to the minute
 */
export const namedTokenModel = internalModel('_svc_account_tokens', 'id', {
  id: { ...TEXT, column: 'id', required: true },
  user: { ...TEXT, column: 'user', index: true },
  name: { ...TEXT, column: 'name' },
  hash: { ...TEXT, column: 'hash', index: true },
  basis: { ...TEXT, column: 'basis' },
  created: { ...TIME, column: 'created' },
  expires: { ...TIME, column: 'expires' },
  used: { ...TIME, column: 'used' },
})

/** The internal models for accounts. Their tables are created at startup. */
export const accountModels: Models = {
  [mailTokenModel.name]: mailTokenModel,
  [verifiedModel.name]: verifiedModel,
  [sessionModel.name]: sessionModel,
  [namedTokenModel.name]: namedTokenModel,
}
