import type { Collector } from '../../diagnostics/collector.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import type { Api, SecurityScheme } from '../../api/api.js'
import { securedByLists } from '../resources/secured-by.js'

/** Warns about the settings of a scheme that its type does not have. */
export function reportUnknownSettings(
  { settings }: SecurityScheme,
  known: readonly string[],
  type: string,
  collector: Collector,
): void {
  for (const { key, keyAt } of settings) {
    if (known.includes(key)) continue
    collector.report('SVC5008', {
      message: `Unknown setting "${key}" in an ${type} scheme; it is ignored`,
      at: keyAt,
      help: () =>
        known.length === 0 ? `Remove it; an ${type} scheme has no settings` : didYouMean(key, known),
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
