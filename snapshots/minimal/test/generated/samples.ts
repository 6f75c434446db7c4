import type { NoteCreate } from '../../src/generated/models/note.js'

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
  note: Readonly<Record<string, NoteCreate>>
}
