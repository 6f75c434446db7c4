import type { Collector } from '../../diagnostics/collector.js'
import type { MapNode } from '../../source/node.js'
import { entryOf, stringOf } from '../node.js'

/** A dialect of JSON Schema. Drafts 3 and 4 are converted to 2020-12. */
export type Draft = 3 | 4 | '2020-12'

/** Returns a schema's draft, which is 4 by default. Reports draft 3 and unsupported drafts. */
export function draftOf(root: MapNode, collector: Collector): 3 | 4 {
  const entry = entryOf(root, '$schema')
  const uri = stringOf(entry?.value) ?? ''
  if (entry === undefined || /draft-?0?4/.test(uri) || !/draft|schema#?$/.test(uri)) return 4
  if (/draft-?0?3/.test(uri)) {
    const message = 'Draft 3 schema; converting it to draft 4'
    collector.report('SVC3003', { message, at: entry.value.at })
    return 3
  }
  if (/json-schema\.org\/schema#?$/.test(uri)) return 4
  collector.report('SVC3025', {
    message: `Unsupported schema draft "${uri}"; treating it as draft 4`,
    at: entry.value.at,
  })
  return 4
}
