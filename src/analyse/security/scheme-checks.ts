import type { Collector } from '../../diagnostics/collector.js'
import type { Api, SecurityScheme } from '../../raml/api.js'
import type { PlacedAcl } from './acls.js'
import { ACL_TYPE, securedByLists } from './secured-by.js'

/** Warns of settings of an x-ApiKey scheme, which has none. */
export function reportApiKeySettings({ settings }: SecurityScheme, collector: Collector): void {
  for (const { key, keyAt } of settings) {
    const message = `"${key}" is no setting of an x-ApiKey scheme, and is ignored`
    collector.report('SVC5008', { message, at: keyAt, help: 'An x-ApiKey scheme has no settings' })
  }
}

/** Warns of ACLs that routes name and that have no rules. */
export function reportNoRules(
  acls: Iterable<PlacedAcl>,
  used: ReadonlySet<string>,
  collector: Collector,
): void {
  for (const { scheme, collection, item } of acls) {
    if (collection !== null || item !== null || !used.has(scheme.name)) continue
    collector.report('SVC5018', {
      message: `"${scheme.name}" has no rules: everyone may do all with collections, and nobody anything with an item`,
      at: scheme.nameAt,
      help: 'Add "settings" with "collection" and "item", as in "collection: allow authenticated view"',
    })
  }
}

/** Warns of a second ACL in one `securedBy`: the first one decides. */
export function reportSecondAcls(api: Api, collector: Collector): void {
  for (const list of securedByLists(api)) {
    const [first, ...others] = list.filter(
      ({ scheme }) => scheme !== null && api.securitySchemes.get(scheme)?.type === ACL_TYPE,
    )
    for (const { scheme, at } of others) {
      collector.report('SVC5013', {
        message: `"${scheme}" changes nothing here: "${first?.scheme}" decides`,
        at,
        help: 'Write the rules of both into one scheme',
      })
    }
  }
}
