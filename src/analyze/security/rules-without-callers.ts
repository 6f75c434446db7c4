import type { Api } from '../../api/api.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { Model } from '../../ir/index.js'
import type { ModelSchema } from '../../schema/index.js'
import type { Span } from '../../source/span.js'
import { listed } from '../../naming/phrases.js'
import type { GuardedRoute } from '../routes/source.js'

interface RuleSource {
  readonly api: Api
  readonly models: readonly Model[]
  readonly routes: readonly GuardedRoute[]
  readonly schemas: ReadonlyMap<string, ModelSchema>
  readonly collector: Collector
}

/** Warns once about the access rules of an API in which no operation names an authentication scheme. */
export function reportRulesWithoutCallers({ api, models, routes, schemas, collector }: RuleSource): void {
  const used = new Set(routes.map(({ acl }) => acl))
  const acls = [...api.securitySchemes.values()].filter(({ kind, name }) => kind === 'acl' && used.has(name))
  const ruled = models.filter(({ rowRules }) => rowRules !== undefined)
  const written = models.filter(({ writeRules = [] }) =>
    writeRules.some(({ writableBy }) => writableBy !== null),
  )
  const places: readonly (readonly [string, Span | null | undefined])[] = [
    ...acls.map(({ name, nameAt }) => [`the ACL "${name}"`, nameAt] as const),
    ...ruled.map(({ id }) => [`the row rules of ${id}`, schemas.get(id)?.rowRules?.[0]?.at] as const),
    ...written.map(({ id }) => [`"_writable_by" in ${id}`, schemas.get(id)?.at] as const),
  ]
  const [first] = places
  if (first === undefined) return
  const names = listed(places.map(([name]) => name))
  const isOpenApi = api.components !== null
  collector.report('SVC5021', {
    message: `No operation requires authentication, so ${names} ${places.length === 1 ? 'has' : 'have'} no effect and everyone can read and change everything`,
    at: first[1] ?? null,
    help: `Name an authentication scheme in ${isOpenApi ? '"security"' : '"securedBy"'}, at the root or at the operations`,
  })
}
