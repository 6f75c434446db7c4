import type * as types from '../../src/generated/index.js'

/** Valid bodies for a model, with different values for unique fields. */
interface Samples<Item> {
  readonly first: Item
  readonly [name: string]: Item
}

export const samples: {
  readonly note: Samples<types.NoteCreate>
} = {
  note: {
    first: { text: 'text-1' },
    second: { text: 'text-2' },
    third: { text: 'text-3' },
    fourth: { text: 'text-4' },
    fifth: { text: 'text-5' },
  },
}
