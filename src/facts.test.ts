import { expect, test } from 'vitest'
import { EVENT_ACTIONS as RUNTIME_ACTIONS } from '../templates/runtime/events/types.js'
import type { EventTag as RuntimeTag } from '../templates/runtime/events/types.js'
import type { FieldType as RuntimeType } from '../templates/runtime/model.js'
import { AGGREGATION_KINDS } from '../templates/runtime/query/aggregation-kinds.js'
import { NAMED_OPERATORS } from '../templates/runtime/query/operators.js'
import {
  AGGREGATIONS,
  EVENT_ACTIONS,
  EVENT_TAGS,
  FIELD_TYPES,
  OPERATORS,
  type EventTag,
  type FieldType,
} from './ir/index.js'

// The runtime is emitted without the tool, so that it declares these lists itself.

type IsSame<A, B> = [A, B] extends [B, A] ? true : never

test('the runtime knows the same actions of events, query operators and aggregations as the tool', () => {
  expect([...EVENT_ACTIONS]).toEqual([...RUNTIME_ACTIONS])
  expect(Object.values(OPERATORS).flat().sort()).toEqual([...NAMED_OPERATORS].sort())
  expect([...AGGREGATIONS].sort()).toEqual(Object.keys(AGGREGATION_KINDS).sort())
})

test('the runtime has the same tags and field types as the tool, which the compiler checks', () => {
  const areTagsSame: IsSame<EventTag, RuntimeTag> = true
  // A foreign key is stored as the back-reference; a generated key of a document store has its own type.
  const areTypesSame: IsSame<Exclude<FieldType, 'foreign_key'> | 'object_id', RuntimeType> = true
  expect({ areTagsSame, areTypesSame }).toEqual({ areTagsSame: true, areTypesSame: true })
  expect(new Set(EVENT_TAGS).size).toBe(2 * (EVENT_ACTIONS.length + 1))
  expect(new Set(FIELD_TYPES).size).toBe(FIELD_TYPES.length)
})
