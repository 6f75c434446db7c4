import { describe, expect, it } from 'vitest'
import type { ModelSpec } from '../model.js'
import { readTunnel } from '../http/tunnel.js'

const model: ModelSpec = {
  name: 'Story',
  var: 'story',
  table: 'story',
  key: 'id',
  fields: {
    name: { type: 'string', column: 'name' },
    progress: { type: 'float', column: 'progress' },
    done: { type: 'boolean', column: 'done' },
    scores: { type: 'list', itemType: 'integer', column: 'scores' },
    settings: { type: 'dict', column: 'settings' },
  },
  relations: {
    owner: {
      model: 'User',
      side: 'holder',
      many: false,
      unique: false,
      column: 'owner',
      keyType: 'integer',
      inverse: 'stories',
      required: false,
      onDelete: 'nullify',
    },
  },
  foreignKeys: {},
  schema: {},
  additionalProperties: false,
  processors: {},
  path: null,
}
const options = { collection: false, maxDepth: 32 }

describe('a tunneled request', () => {
  it("has the parameters as its body, converted to the fields' types", () => {
    const parameters = {
      _m: 'patch',
      name: '007',
      progress: '0.5',
      done: 'true',
      scores: '1,2',
      settings: '{"a":1}',
      owner: '',
      toString: 'x',
    }
    expect(readTunnel(model, parameters, options)).toEqual({
      verb: 'PATCH',
      body: {
        name: '007',
        progress: 0.5,
        done: true,
        scores: [1, 2],
        settings: { a: 1 },
        owner: null,
        toString: 'x',
      },
    })
  })

  it('passes on invalid values, so that validation rejects them', () => {
    expect(readTunnel(model, { _m: 'PUT', progress: 'much', name: ['a', 'b'] }, options)?.body).toEqual({
      progress: 'much',
      name: ['a', 'b'],
    })
  })

  it('is rejected if it targets a whole collection, or if its method or a name is invalid', () => {
    expect(() => readTunnel(model, { _m: 'DELETE' }, { ...options, collection: true })).toThrow(
      /cannot be tunneled/,
    )
    expect(() => readTunnel(model, { _m: 'BREW' }, options)).toThrow(/one of POST/)
    expect(() => readTunnel(model, { _m: 'PUT', constructor: 'x' }, options)).toThrow(/not allowed/)
    expect(readTunnel(model, { name: 'x' }, options)).toBeUndefined()
  })
})
