import type { GivenRule } from '../events/functions.js'
import { type AclRule, PERMISSIONS, type Permission, type Principal } from './acl.js'

/** Whether a bare name is a group; else it is the key of a user (SPEC 11). */
export type IsGroup = (name: string) => boolean

const RULE = /^(allow|deny)\s+(\S+)\s+(\S.*)$/i

/**
 * Reads the rules that a user's function gives: text in the language of ACLs, its rules on lines or between `;`, or a list of such texts and of
 * `{effect, principal, permissions}`.
 * @param name of the function, for messages
 * @throws TypeError where that is no rule
 */
export function readGivenRules(given: unknown, name: string, isGroup: IsGroup): AclRule[] {
  if (given === undefined || given === null) return []
  if (typeof given === 'string') return readText(given, name, isGroup)
  if (Array.isArray(given)) return given.flatMap((rule: unknown) => readRule(rule, name, isGroup))
  throw noRule(name, given)
}

function readRule(rule: unknown, name: string, isGroup: IsGroup): AclRule[] {
  if (typeof rule === 'string') return readText(rule, name, isGroup)
  if (!isRuleObject(rule)) throw noRule(name, rule)
  return [
    {
      effect: rule.effect,
      principal: readPrincipal(rule.principal, isGroup),
      permissions: rule.permissions.flatMap((permission) => readPermission(permission, name)),
    },
  ]
}

function readText(text: string, name: string, isGroup: IsGroup): AclRule[] {
  const lines = text.split(/[\n;]/).map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .map((line): AclRule => {
      const [, effect = '', principal = '', permissions = ''] = RULE.exec(line) ?? []
      if (effect === '') throw noRule(name, line)
      return {
        effect: effect.toLowerCase() === 'allow' ? 'allow' : 'deny',
        principal: readPrincipal(principal, isGroup),
        permissions: permissions.split(',').flatMap((permission) => readPermission(permission.trim(), name)),
      }
    })
}

function readPrincipal(text: string, isGroup: IsGroup): Principal {
  if (text === 'everyone') return { kind: 'everyone' }
  if (text === 'authenticated') return { kind: 'authenticated' }
  if (text.startsWith('g:')) return { kind: 'group', name: text.slice(2) }
  return { kind: isGroup(text) ? 'group' : 'user', name: text }
}

function readPermission(text: string, name: string): readonly Permission[] {
  if (text === 'all') return PERMISSIONS
  const permission = PERMISSIONS.find((known) => known === text)
  if (permission === undefined)
    throw new TypeError(`the principal "${name}" gives the unknown permission "${text}"`)
  return [permission]
}

function isRuleObject(rule: unknown): rule is Exclude<GivenRule, string> {
  return (
    typeof rule === 'object' &&
    rule !== null &&
    'effect' in rule &&
    (rule.effect === 'allow' || rule.effect === 'deny') &&
    'principal' in rule &&
    typeof rule.principal === 'string' &&
    'permissions' in rule &&
    Array.isArray(rule.permissions)
  )
}

function noRule(name: string, given: unknown): TypeError {
  return new TypeError(`the principal "${name}" gives what is no rule: ${JSON.stringify(given)}`)
}
