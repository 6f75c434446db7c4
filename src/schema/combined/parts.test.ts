import { describe, expect, it } from 'vitest'
import { analyzeFiles, collection, id, stored } from '../../testing/analyze-files.js'

/** Analyzes an API with a single collection that has this schema. */
function thing(schema: Record<string, unknown>) {
  return analyzeFiles(`title: T\n${collection('/things', 's.json')}`, { 's.json': schema })
}

const base = { type: 'object', properties: { id, name: stored('string') }, required: ['name'] }

describe('a schema with parts', () => {
  it('has the fields and required names from all parts', () => {
    const { codes, model } = thing({
      definitions: { base },
      allOf: [{ $ref: '#/definitions/base' }, { properties: { age: stored('integer') }, required: ['age'] }],
      properties: { note: stored('text') },
    })
    const { fields, schema } = model('Thing')
    expect(codes).toEqual([])
    expect(fields.map(({ name }) => name)).toEqual(['age', 'id', 'name', 'note'])
    expect(schema).toMatchObject({ type: 'object', required: ['age', 'name'] })
    expect(schema).not.toHaveProperty('allOf')
  })

  it('includes nested parts, and includes recursive parts only once', () => {
    const { model } = thing({
      definitions: {
        base: { ...base, allOf: [{ $ref: '#/definitions/more' }] },
        more: { properties: { more: stored('string') }, allOf: [{ $ref: '#/definitions/base' }] },
      },
      allOf: [{ $ref: '#/definitions/base' }],
    })
    expect(model('Thing').fields.map(({ name }) => name)).toEqual(['id', 'more', 'name'])
  })

  it('keeps other constraints from the parts', () => {
    const { model } = thing({ ...base, allOf: [{ minProperties: 2 }, { not: { required: ['x'] } }] })
    expect(model('Thing').schema['allOf']).toEqual([{ minProperties: 2 }, { not: { required: ['x'] } }])
  })

  it('does not allow additional properties if one of its parts forbids them', () => {
    const { model } = thing({ ...base, additionalProperties: true, allOf: [{ additionalProperties: false }] })
    expect(model('Thing').additionalProperties).toBe(false)
  })

  it('combines two descriptions of a property', () => {
    const name = { type: 'string', minLength: 2, ...stored('string') }
    const { codes, model } = thing({
      properties: { id, name },
      allOf: [{ properties: { name: { type: ['string', 'null'], minLength: 3, maxLength: 9 } } }],
    })
    expect(codes).toEqual([])
    expect(model('Thing').fields.find((field) => field.name === 'name')?.json).toMatchObject({
      type: 'string',
      minLength: 2,
      maxLength: 9,
      allOf: [{ minLength: 3 }],
    })
  })

  it.each([
    ['types', { age: { type: 'string' } }],
    ['database settings', { age: stored('string') }],
  ])('reports both locations if the %s of a property conflict', (_, properties) => {
    const { diagnostics } = thing({
      properties: { id, age: { type: 'integer', ...stored('integer') } },
      allOf: [{ properties }],
    })
    const found = diagnostics.filter(({ code }) => code === 'SVC3026')
    expect(found.map(({ related }) => related.length)).toContain(1)
  })

  it('in draft 3, has the fields from the schema that it extends', () => {
    const { model } = thing({
      $schema: 'http://json-schema.org/draft-03/schema',
      extends: { properties: { name: stored('string') } },
      properties: { id },
    })
    expect(model('Thing').fields.map(({ name }) => name)).toEqual(['id', 'name'])
  })
})

describe('a schema with alternatives', () => {
  it('has the fields from all alternatives as optional fields, with a warning', () => {
    const { codes, model } = thing({
      properties: { id },
      oneOf: [
        { properties: { phone: stored('string') }, required: ['phone'] },
        { properties: { mail: stored('string') }, required: ['mail'] },
      ],
    })
    const { fields, schema } = model('Thing')
    expect(codes).toEqual(['SVC3027'])
    expect(fields.map(({ name, stored: isStored }) => [name, isStored])).toEqual([
      ['id', true],
      ['mail', true],
      ['phone', true],
    ])
    expect(schema).not.toHaveProperty('required')
    expect(schema).toHaveProperty('oneOf')
  })

  it('does not warn about properties declared in the schema itself', () => {
    const { codes } = thing({
      ...base,
      anyOf: [{ required: ['name'] }, { properties: { name: { minLength: 2 } } }],
    })
    expect(codes).toEqual([])
  })
})
