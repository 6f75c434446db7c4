import type { Collector } from '../../diagnostics/collector.js'
import type { Api, SecurityScheme } from '../../api/api.js'
import type { SpannedAcl } from './acls.js'
import { securedByLists } from '../resources/secured-by.js'

export function unknownSetting(key: string, type: string): string {
  return `Unknown setting "${key}" in an ${type} scheme; it is ignored`
}

/** Warns about settings in an x-ApiKey scheme, because schemes of this type have none. */
export function reportApiKeySettings({ settings }: SecurityScheme, collector: Collector): void {
  for (const { key, keyAt } of settings) {
    const message = unknownSetting(key, 'x-ApiKey')
    collector.report('SVC5008', { message, at: keyAt, help: 'Remove it; an x-ApiKey scheme has no settings' })
  }
}

/** Warns about ACLs that are used by routes but have no rules. */
export function reportNoRules(
  acls: Iterable<SpannedAcl>,
  used: ReadonlySet<string>,
  collector: Collector,
): void {
  for (const { scheme, collection, item } of acls) {
    if (collection !== null || item !== null || !used.has(scheme.name)) continue
    collector.report('SVC5018', {
      message: `"${scheme.name}" has no rules; everyone has all permissions on collections, and nobody has any on items`,
      at: scheme.nameAt,
      help: 'Add "settings" with "collection" and "item", as in "collection: allow authenticated view"',
    })
  }
}

/** Warns about every ACL after the first in a `securedBy`, because only the first one is used. */
export function reportSecondAcls(api: Api, collector: Collector): void {
  for (const list of securedByLists(api)) {
    const [first, ...others] = list.filter(
      ({ scheme }) => scheme !== null && api.securitySchemes.get(scheme)?.kind === 'acl',
    )
    for (const { scheme, at } of others) {
      collector.report('SVC5013', {
        message: `"${scheme}" is ignored here; only the first ACL, "${first?.scheme}", is used`,
        at,
        help: 'Combine the rules of both in one scheme',
      })
    }
  }
}
