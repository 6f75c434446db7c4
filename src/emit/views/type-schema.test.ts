import { expect, it } from 'vitest'
import { typeSchema, withOwnNames } from './type-schema.js'

it('gives no names to types, but leaves properties of such names', () => {
  const title = { type: 'string', title: 'User' } as const
  expect(
    typeSchema({ title: 'Story', properties: { title, default: title }, items: [title], anyOf: [title] }),
  ).toEqual({
    properties: { title: { type: 'string' }, default: { type: 'string' } },
    items: [{ type: 'string' }],
    anyOf: [{ type: 'string' }],
  })
})

it('allows anything beside named properties, which an index signature would have to fit', () => {
  const a = { type: 'integer' } as const
  const b = { type: 'string' } as const
  expect(typeSchema({ properties: { a }, additionalProperties: b })).toEqual({
    properties: { a },
    additionalProperties: true,
  })
  expect(typeSchema({ patternProperties: { '^x': b } })).toEqual({ additionalProperties: true })
  expect(typeSchema({ additionalProperties: b })).toEqual({ additionalProperties: b })
})

it('keeps a property from being called as the method of that name', () => {
  const inner = {
    type: 'object',
    properties: { hasOwnProperty: { type: 'string' } },
    required: ['hasOwnProperty'],
  }
  const schema = typeSchema({ properties: { a: inner } })
  const [name = ''] = Object.keys(JSON.parse(JSON.stringify(schema)).properties.a.properties)
  expect(name).not.toBe('hasOwnProperty')
  expect(schema).toMatchObject({ properties: { a: { required: [name] } } })
  expect(withOwnNames(`${name}: string`)).toBe('hasOwnProperty: string')
})
