import type { Collector } from '../diagnostics/collector.js'
import type { Entry, Node } from '../source/node.js'
import { entryOf, scalarOf } from './node.js'
import type { Style } from './property.js'

/** One warning for each kind of older form, at its first place. */
export function warnOfOlderForms(
  entries: readonly Entry[],
  draft: 3 | 4,
  style: Style,
  collector: Collector,
): void {
  const args = firstKey(entries, 'args')
  if (args !== undefined) {
    const message = '"args" is the older spelling of "_db_settings", and is read as that'
    collector.report('SVC3004', {
      message,
      at: args.keyAt,
      help: 'Move "type" and all of "args" into "_db_settings"',
    })
  }
  const required = firstKey(entries, 'required', (value) => typeof scalarOf(value) === 'boolean')
  if (draft === 4 && style !== 'args' && required !== undefined) {
    const message = 'A "required" that is true or false belongs to draft 3, and is read as in that'
    const help = `List the names of required properties in the schema's "required"`
    collector.report('SVC3006', { message, at: required.keyAt, help })
  }
}

/** The first of its kind in the text, whatever the order of the names. */
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
