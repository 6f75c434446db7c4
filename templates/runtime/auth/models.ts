import type { FieldSpec, ModelSpec, Models } from '../model.js'

const TEXT: FieldSpec = { type: 'string', column: null }

/**
 * What is kept of a user beside the user's own item: made when it is first needed.
 * - `epoch`: all tickets are bound to it; a new one ends them (SPEC 10)
 * - `token`: hash of the API key; `basis`: stamp of the password that it was given for
 */
export const accountModel: ModelSpec = internal('svc_auth_accounts', 'user', {
  user: { ...TEXT, column: 'user', required: true },
  epoch: { ...TEXT, column: 'epoch' },
  token: { ...TEXT, column: 'token' },
  basis: { ...TEXT, column: 'basis' },
})

/** Sessions that were logged out, until their tickets would have run out anyway. */
export const endedSessionModel: ModelSpec = internal('svc_auth_ended_sessions', 'id', {
  id: { ...TEXT, column: 'id', required: true },
  expires: { type: 'datetime', column: 'expires' },
})

/** The models of the service's own; the database is opened with them beside those of the API. */
export const authModels: Models = {
  [accountModel.name]: accountModel,
  [endedSessionModel.name]: endedSessionModel,
}

function internal(table: string, key: string, fields: ModelSpec['fields']): ModelSpec {
  return {
    name: table,
    var: table,
    table,
    key,
    fields,
    relations: {},
    processors: {},
    foreignKeys: {},
    schema: {},
    additionalProperties: false,
    nested: { names: [], depth: 0 },
    path: null,
  }
}
