import { expect, test } from 'vitest'
import { storyModels } from '../testing/story-models.js'
import { ownData, partsOf } from './parts.js'

const models = Object.values(storyModels)
const named = { type: 'string', column: 'toString' } as const

test.each(models)(
  'the data for $name is returned unchanged if no field has the name of an object member',
  (model) => {
    const data = { a: 1 }
    expect(ownData(partsOf(model), data)).toBe(data)
  },
)

test.each(models)(
  'a field of $name with the name of an object member, such as toString, is not inherited',
  (model) => {
    const parts = partsOf({ ...model, fields: { ...model.fields, toString: named } })
    const none: Readonly<Record<string, unknown>> = ownData(parts, { a: 1 })
    expect([none['a'], none['toString']]).toEqual([1, undefined])
    expect(ownData(parts, { toString: 'b' })).toMatchObject({ toString: 'b' })
  },
)
