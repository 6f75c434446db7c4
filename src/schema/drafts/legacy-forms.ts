import type { Collector } from '../../diagnostics/collector.js'
import type { Entry, Node } from '../../source/node.js'
import { entryOf, scalarOf } from '../node.js'
import type { Draft } from './draft.js'

/** Where the database settings of properties are: in `_db_settings`, in the legacy `args`, or nowhere. */
export type Style = 'settings' | 'args' | 'plain'

/** Reports one warning for each legacy form, at the location where the form first occurs. */
export function warnAboutLegacyForms(
  entries: readonly Entry[],
  draft: Draft,
  style: Style,
  collector: Collector,
): void {
  const args = firstKey(entries, 'args')
  if (args !== undefined) {
    const message = '"args" is a legacy form of "_db_settings"'
    collector.report('SVC3004', {
      message,
      at: args.keyAt,
      help: 'Move "type" and all of "args" into "_db_settings"',
    })
  }
  const required = firstKey(entries, 'required', (value) => typeof scalarOf(value) === 'boolean')
  if (draft === 4 && style !== 'args' && required !== undefined) {
    const message = 'A boolean "required" is draft 3 syntax'
    const help = 'List the names of the required properties in the schema\'s "required"'
    collector.report('SVC3006', { message, at: required.keyAt, help })
  }
}

function firstKey(
  entries: readonly Entry[],
  key: string,
  accepts: (value: Node) => boolean = () => true,
): Entry | undefined {
  return entries
    .map(({ value }) => entryOf(value, key))
    .filter((entry): entry is Entry => entry !== undefined && accepts(entry.value))
    .sort((a, b) => a.keyAt.start - b.keyAt.start)[0]
}
