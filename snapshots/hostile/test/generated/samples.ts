import type { IndexCreate } from '../../src/generated/models/index2.js'
import type { SessionModelCreate } from '../../src/generated/models/session.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  index: { first: { '*/ evil() /*': 1 }, second: { '*/ evil() /*': 2 } },
  sessionItem: {
    first: { 'a"b`${c}': {}, class: 'class-1', "it's": "'; evil(); '" },
    second: { 'a"b`${c}': {}, class: 'class-2', "it's": '`${evil()}`' },
  },
} satisfies {
  index: Readonly<Record<string, IndexCreate>>
  sessionItem: Readonly<Record<string, SessionModelCreate>>
}
