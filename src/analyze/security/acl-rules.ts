import type { SecurityScheme } from '../../api/api.js'
import type { Collector } from '../../diagnostics/collector.js'
import { type AclRule, type Permission, PERMISSIONS, type Principal } from '../../ir/index.js'
import { callableName } from '../../schema/settings/default.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import { spansIn } from '../../source/embedded.js'
import { type ScalarNode, textOf } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import { locationOf } from '../location.js'
import { listed } from '../../naming/phrases.js'

export interface SpannedRule {
  readonly rule: AclRule
  readonly at: Span
}

export interface SpannedAcl {
  readonly scheme: SecurityScheme
  readonly collection: readonly SpannedRule[] | null
  readonly item: readonly SpannedRule[] | null
}

/** The permissions that HTTP methods represent in older files. */
const VERBS: ReadonlyMap<string, Permission> = new Map([
  ['get', 'view'],
  ['head', 'view'],
  ['post', 'create'],
  ['patch', 'update'],
  ['put', 'update'],
])

/** The groups of users. */
export interface Groups {
  /** The groups in the auth model. A bare name is a group if it matches one of these. */
  readonly groups: ReadonlySet<string>
  /** Whether users can be in any group, because the auth model does not restrict groups. */
  readonly anyGroup: boolean
}

export interface PrincipalSource extends Groups {
  readonly collector: Collector
}

/** Reads the rules of an x-ACL scheme, separated by line breaks or `;`. Reports and omits invalid rules. */
export function readRules(text: ScalarNode, source: PrincipalSource): readonly SpannedRule[] {
  const spanAt = spansIn(text)
  return [...textOf(text).matchAll(/[^;\n]+/g)].flatMap(({ 0: piece, index }) => {
    const rule = piece.trim()
    const start = index + piece.indexOf(rule)
    return rule === '' ? [] : readRule(rule, spanAt(start, start + rule.length), source)
  })
}

function readRule(text: string, at: Span, source: PrincipalSource): readonly SpannedRule[] {
  const [, effect, principal, permissions] = /^(allow|deny)\s+(\{\{[^{}]*\}\}|\S+)\s+(.+)$/i.exec(text) ?? []
  if (effect === undefined || principal === undefined || permissions === undefined) {
    const message = `Invalid ACL rule "${text}"`
    const help = 'Use the form "allow g:admin view, update"'
    source.collector.report('SVC5001', { message, at, help })
    return []
  }
  const who = readPrincipal(principal, at, source)
  const what = readPermissions(permissions, at, source.collector)
  if (who === null || what.length === 0) return []
  const isAllow = effect.toLowerCase() === 'allow'
  const rule: AclRule = {
    effect: isAllow ? 'allow' : 'deny',
    principal: who,
    permissions: [...what].sort(),
    loc: locationOf(at),
  }
  return [{ rule, at }]
}

/** Parses a principal. If it is invalid, reports it and returns null. */
export function readPrincipal(
  text: string,
  at: Span,
  { groups, collector }: PrincipalSource,
): Principal | null {
  const lower = text.toLowerCase()
  if (lower === 'everyone') return { kind: 'everyone' }
  if (lower === 'authenticated') return { kind: 'authenticated' }
  const callable = callableName(text)
  if (callable !== undefined && callable !== '') return { kind: 'callable', name: callable }
  const group = /^g:(.*)$/.exec(text)?.[1]
  const name = group ?? text
  if (/^[^\s{}:,;]+$/.test(name))
    return { kind: group !== undefined || groups.has(name) ? 'group' : 'user', name }
  collector.report('SVC5004', {
    message: `Invalid principal "${text}"`,
    at,
    help: 'Use everyone, authenticated, g:<group>, the name of a group or user, or {{function}}',
  })
  return null
}

function readPermissions(text: string, at: Span, collector: Collector): readonly Permission[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== '')
  const verbs = names.filter((name) => VERBS.has(name.toLowerCase()))
  if (verbs.length > 0) {
    const message = `${listed(verbs.map((verb) => `"${verb}"`))} ${verbs.length === 1 ? 'is an HTTP method, not a permission' : 'are HTTP methods, not permissions'}`
    const meant = [...new Set(verbs.map((verb) => VERBS.get(verb.toLowerCase())))].join(', ')
    collector.report('SVC5003', { message, at, help: `Use ${meant}` })
  }
  return [...new Set(names.flatMap((name) => readPermission(name, at, collector)))]
}

function readPermission(name: string, at: Span, collector: Collector): readonly Permission[] {
  const lower = name.toLowerCase()
  if (lower === 'all') return PERMISSIONS
  const verb = VERBS.get(lower)
  if (verb !== undefined) return [verb]
  const permission = PERMISSIONS.find((known) => known === lower)
  if (permission !== undefined) return [permission]
  const message = `Unknown permission "${name}"`
  const known = [...PERMISSIONS, 'all']
  collector.report('SVC5002', {
    message,
    at,
    help: () => didYouMean(name, known) ?? `Use one of ${known.join(', ')}`,
  })
  return []
}
