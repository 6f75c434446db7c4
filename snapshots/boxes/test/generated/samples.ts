import type { BoxCreate } from '../../src/generated/models/box.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  box: {
    first: { code: 'code-1', label: 'label-1', note: 'note-1' },
    second: { code: 'code-2', label: 'label-2', note: 'note-2' },
  },
} satisfies {
  box: Readonly<Record<string, BoxCreate>>
}
