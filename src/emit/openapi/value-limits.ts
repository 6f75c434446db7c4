import type { Field, FieldType } from '../../ir/index.js'
import { type JsonObject, present } from './json.js'

const SMALL_INTEGER = { minimum: -(2 ** 15), maximum: 2 ** 15 - 1 }
const INTEGER = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }
const SAFE_INTEGER = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

/** The ranges of whole numbers, by the type of the field (SPEC 1.3). */
export const RANGES = {
  id_field: { minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  integer: INTEGER,
  small_integer: SMALL_INTEGER,
  interval: SAFE_INTEGER,
} as const

const OF_TYPE: Readonly<Partial<Record<FieldType, JsonObject>>> = {
  integer: RANGES.integer,
  small_integer: RANGES.small_integer,
  interval: RANGES.interval,
  date: { format: 'date' },
  datetime: { format: 'date-time' },
  time: { pattern: '^([01]?\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$' },
}

/** What a stored field asks of the values of a body, whatever its own schema says. */
export function valueLimits({ type, constraints }: Field): JsonObject {
  const { minLength, maxLength, choices } = constraints
  return present({
    ...OF_TYPE[type],
    minLength: minLength ?? undefined,
    maxLength: maxLength ?? undefined,
    enum: type === 'choice' && choices !== null ? choices : undefined,
  })
}
