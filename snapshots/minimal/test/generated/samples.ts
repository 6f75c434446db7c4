import type * as types from '../../src/generated/index.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  note: {
    first: { text: 'text-1' },
    second: { text: 'text-2' },
    third: { text: 'text-3' },
    fourth: { text: 'text-4' },
    fifth: { text: 'text-5' },
  },
} satisfies {
  note: Readonly<Record<string, types.NoteCreate>>
}
