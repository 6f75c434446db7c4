import type { NoteCreate } from '../../src/generated/models/note.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  note: { first: { text: 'text-1' }, second: { text: 'text-2' } },
} satisfies {
  note: Readonly<Record<string, NoteCreate>>
}
