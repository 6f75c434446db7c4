import type { BigCreate } from '../../src/generated/models/big.js'
import type { EntryCreate } from '../../src/generated/models/entry.js'
import type { ListingCreate } from '../../src/generated/models/listing.js'
import type { TokenCreate } from '../../src/generated/models/token.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  big: { first: { key: 1, label: 'label-1' }, second: { key: 2, label: 'label-2' } },
  entry: { first: {}, second: {} },
  listing: {
    first: {
      code: 'aa',
      dict_default: {},
      of_anything: ['of_anything-1'],
      of_big_integer: [1],
      of_binary: ['c2FtcGxl'],
      of_boolean: [true],
      of_choices: ['a'],
      of_date: ['2024-05-01'],
      of_datetime: ['2024-05-01T08:31:00.000Z'],
      of_decimal: [1],
      of_float: [1],
      of_integer: [1],
      of_interval: [1],
      of_small_integer: [1],
      of_string: ['of_string-1'],
      of_text: ['of_text-1'],
      of_time: ['08:31:00'],
      rank: 1,
      with_default: ['with_default-1'],
    },
    second: {
      code: 'bb',
      dict_default: {},
      of_anything: ['of_anything-2'],
      of_big_integer: [2],
      of_binary: ['b3RoZXI='],
      of_boolean: [true],
      of_choices: ['b'],
      of_date: ['2024-05-02'],
      of_datetime: ['2024-05-02T08:31:00.000Z'],
      of_decimal: [2],
      of_float: [2],
      of_integer: [2],
      of_interval: [2],
      of_small_integer: [2],
      of_string: ['of_string-2'],
      of_text: ['of_text-2'],
      of_time: ['08:32:00'],
      rank: 2,
      with_default: ['with_default-2'],
    },
  },
  token: { first: { key: 'key-1', label: 'label-1' }, second: { key: 'key-2', label: 'label-2' } },
} satisfies {
  big: Readonly<Record<string, BigCreate>>
  entry: Readonly<Record<string, EntryCreate>>
  listing: Readonly<Record<string, ListingCreate>>
  token: Readonly<Record<string, TokenCreate>>
}
