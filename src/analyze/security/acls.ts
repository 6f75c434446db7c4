import { type Acl, type AclRule, ALLOW_AUTHENTICATED, ALLOW_EVERYONE, PERMISSIONS } from '../../ir/index.js'
import { writtenPath } from '../../ir/lookup.js'
import { sortedBy } from '../../naming/order.js'
import { UniqueNames } from '../../naming/unique.js'
import { camelCase } from '../../naming/words.js'
import type { Api, SecurityScheme } from '../../api/api.js'
import { type PrincipalSource, readRules, type SpannedAcl, type SpannedRule } from './acl-rules.js'
import {
  reportBulkRoutes,
  reportInaccessibleRoutes,
  reportNoRules,
  reportOpenCreations,
  reportOpenRoutes,
  reportShadowed,
  reportUnknownGroups,
} from './acl-checks.js'
import type { EventSource } from '../handlers/events.js'
import { locationOf } from '../location.js'
import type { GuardedRoute } from '../routes/source.js'
import { reportUnknownSettings } from './scheme-checks.js'

export interface AclSource extends PrincipalSource {
  readonly api: Api
  readonly routes: readonly GuardedRoute[]
  readonly events: EventSource
  /** The models with row rules, which also restrict bulk requests. */
  readonly ruled: ReadonlySet<string>
}

/** Returns the default ACLs that routes use, and one for each x-ACL scheme, sorted by name. */
export function aclsOf(source: AclSource): readonly Acl[] {
  const { api, routes, events, groups, anyGroup, ruled, collector } = source
  const schemes = [...api.securitySchemes.values()].filter(({ kind }) => kind === 'acl')
  const placed = sortedBy(
    schemes.map((scheme) => readScheme(scheme, source)),
    ({ scheme }) => scheme.name,
  )
  for (const { collection, item } of placed) {
    reportShadowed(collection ?? [], collector)
    reportShadowed(item ?? [], collector)
  }
  const rules = placed.flatMap(({ collection, item }) => [...(collection ?? []), ...(item ?? [])])
  if (!anyGroup) reportUnknownGroups(rules, groups, collector)
  const byName = new Map(placed.map((acl) => [acl.scheme.name, acl]))
  reportInaccessibleRoutes(byName, routes, collector)
  reportOpenRoutes(byName, routes, collector)
  const unruled = routes.filter((route) => !('model' in route) || !ruled.has(route.model))
  reportBulkRoutes(byName, unruled, events, collector)
  reportOpenCreations(byName, unruled, collector)
  reportNoRules(placed, new Set(routes.map(({ acl }) => acl)), collector)
  reportDefaultAcls(source)
  const names = new UniqueNames()
  const used = new Set(routes.map(({ acl }) => acl))
  return [
    ...[defaultAcl(ALLOW_AUTHENTICATED, 'authenticated'), defaultAcl(ALLOW_EVERYONE, 'everyone')].flatMap(
      (acl) => (used.has(acl.id) ? [{ ...acl, var: names.take(variable(acl.id)) }] : []),
    ),
    ...placed.map(({ scheme, collection, item }) => ({
      id: scheme.name,
      var: names.take(variable(scheme.name)),
      collection: collection && collection.map(({ rule }) => rule),
      item: item && item.map(({ rule }) => rule),
      description: scheme.description,
      loc: locationOf(scheme.nameAt),
    })),
  ]
}

function readScheme(scheme: SecurityScheme, source: AclSource): SpannedAcl {
  const { collector } = source
  reportUnknownSettings(scheme, ['collection', 'item'], 'x-ACL', collector)
  const rules = (key: string): readonly SpannedRule[] | null => {
    const value = scheme.settings.find((entry) => entry.key === key)?.value
    if (value === undefined || (value.kind === 'scalar' && isBlank(value.value))) return null
    if (value.kind === 'scalar') return readRules(value, source)
    const texts = value.kind === 'list' ? value.items.filter((item) => item.kind === 'scalar') : []
    if (value.kind === 'list' && texts.length === value.items.length) {
      return texts.flatMap((text) => readRules(text, source))
    }
    collector.report('SVC5009', { message: `"${key}" must be a string that contains rules`, at: value.at })
    return null
  }
  return { scheme, collection: rules('collection'), item: rules('item') }
}

function isBlank(value: string | number | boolean | null): boolean {
  return value === null || (typeof value === 'string' && value.trim().replaceAll(';', '') === '')
}

/** Returns a camelCase identifier that ends in Acl: `itemOwnerAcl`. */
function variable(name: string): string {
  const plain = camelCase(name.replace(/[^A-Za-z0-9]+/g, ' '))
  const stem = /^[a-z]/.test(plain) ? plain : `acl${plain}`
  return /acl$/i.test(stem) ? stem : `${stem}Acl`
}

function defaultAcl(id: string, kind: 'everyone' | 'authenticated'): Omit<Acl, 'var'> {
  const rule: AclRule = {
    effect: 'allow',
    principal: { kind },
    permissions: [...PERMISSIONS].sort(),
    loc: { file: '', line: 1, column: 1 },
  }
  return { id, collection: [rule], item: [rule], description: null, loc: null }
}

/**
 * Issues one warning for all resources with the default ACL, located at the first of them. The standard of OpenAPI has no
 * access rules, so that in a document without any, only the resources of models are reported. Row rules are rules, too.
 */
function reportDefaultAcls({ api, routes, ruled, collector }: AclSource): void {
  const isOpenApi = api.components !== null
  const isRuled = !isOpenApi || [...api.securitySchemes.values()].some(({ kind }) => kind === 'acl')
  const open = routes
    .filter((route) => route.acl === ALLOW_AUTHENTICATED)
    .filter((route) => ('model' in route ? !ruled.has(route.model) : isRuled))
    .sort((a, b) => a.resourceAt.start - b.resourceAt.start)
  const [first] = open
  if (first === undefined) return
  const paths = [...new Set(open.map((route) => `"${writtenPath(route)}"`))].join(', ')
  collector.report('SVC5007', {
    message: `No ${isOpenApi ? '"x-acl"' : 'x-ACL scheme'} for ${paths}; every authenticated user has all permissions there`,
    at: first.resourceAt,
    help: isOpenApi ? 'Add "x-acl" to the path or to the root' : 'Add an x-ACL scheme to "securedBy"',
  })
}
