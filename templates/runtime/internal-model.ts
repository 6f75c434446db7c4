import type { ModelSpec } from './model.js'

/** Returns an internal model: a model without relations or routes. */
export function internalModel(table: string, key: string, fields: ModelSpec['fields']): ModelSpec {
  return {
    name: table,
    var: table,
    table,
    key,
    fields,
    relations: {},
    foreignKeys: {},
    additionalProperties: false,
    path: null,
  }
}
