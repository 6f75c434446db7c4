import { describe, expect, it } from 'vitest'
import type { ModelSpec } from '../model.js'
import { placeAt } from './places.js'
import { readTunnel } from './tunneling.js'

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
const item = { model, collection: false }

describe('a path', () => {
  it('is that of an item also with an extension', () => {
    const stories = { ...model, path: ['/stories/', 'id', '.json'] }
    expect(placeAt({ Story: stories }, '/stories/:id.json')).toEqual({ model: stories, collection: false })
  })
})

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
    expect(readTunnel(item, parameters, 32)).toEqual({
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
    expect(readTunnel(item, { _m: 'PUT', progress: 'much', name: ['a', 'b'] }, 32)?.body).toEqual({
      progress: 'much',
      name: ['a', 'b'],
    })
  })

  it('is rejected if it targets a whole collection, or if its method or a name is invalid', () => {
    expect(() => readTunnel({ ...item, collection: true }, { _m: 'DELETE' }, 32)).toThrow(
      /cannot be tunneled/,
    )
    expect(() => readTunnel(item, { _m: 'BREW' }, 32)).toThrow(/one of POST/)
    expect(() => readTunnel(item, { _m: 'PUT', constructor: 'x' }, 32)).toThrow(/not allowed/)
    expect(readTunnel(item, { name: 'x' }, 32)).toBeUndefined()
  })
})
