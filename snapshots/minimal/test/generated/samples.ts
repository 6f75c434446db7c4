import type { NoteCreate } from '../../src/generated/models/note.js'

/** Bodies that the schemas take; those of one model differ where values must be unique. */
export const samples = {
  note: { first: { text: 'text-1' }, second: { text: 'text-2' } },
} satisfies {
  note: Readonly<Record<string, NoteCreate>>
}
