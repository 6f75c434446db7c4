import { type Condition, EVERYTHING } from '../condition.js'
import { isObject, type Json } from '../json.js'
import type { FieldSpec, ModelSpec, Models, Row } from '../model.js'
import { PERMISSIONS, type Permission } from './acl.js'
import { bad, type Checked, good } from '../values/rule.js'
import type { Caller } from './caller.js'
import type { IsGroup } from './given-rules.js'

/** The field in which an item carries rules of its own, where `database_acls` is on (SPEC 11). */
export const OWN_ACL = '_acl'

const FIELD: FieldSpec = { type: 'list', itemType: 'string', column: OWN_ACL, check: readOwnRules }

const RULE = /^(allow|deny)\s+(\S+)\s+(\S.*)$/i
const NAMES: readonly string[] = [...PERMISSIONS, 'all']

/**
 * Rules as they are stored: one for each permission, `allow g:editors update`. So a database can tell which items they let a caller view. A body may
 * name several permissions in one, as an ACL does.
 */
function readOwnRules(value: Json): Checked {
  if (!Array.isArray(value)) return bad('must be a list of rules')
  const rules: string[] = []
  for (const [index, text] of value.entries()) {
    const [, effect = '', principal = '', permissions = ''] = RULE.exec(String(text).trim()) ?? []
    const names = [...new Set(permissions.split(/[\s,]+/))].filter((name) => name !== '')
    if (typeof text !== 'string' || names.length === 0)
      return bad(`item ${index} is no rule: write it as in "allow g:admin view, update"`)
    const unknown = names.find((name) => !NAMES.includes(name))
    if (unknown !== undefined)
      return bad(`item ${index}: "${unknown.slice(0, 100)}" is no permission; there are ${NAMES.join(', ')}`)
    rules.push(...names.map((name) => `${effect.toLowerCase()} ${principal} ${name}`))
  }
  return good([...new Set(rules)])
}

/** The models; those of these names with the field for rules of their own. */
export function withOwnAcls(models: Models, names: readonly string[]): Models {
  return Object.fromEntries(
    Object.entries(models).map(([name, model]) => [name, names.includes(name) ? withOwnAcl(model) : model]),
  )
}

/** Without the emitted literal for rows, which knows nothing of the field. */
function withOwnAcl({ row: _row, ...model }: ModelSpec): ModelSpec {
  const { properties } = model.schema
  const own = { type: ['array', 'null'] }
  return {
    ...model,
    fields: { ...model.fields, [OWN_ACL]: FIELD },
    schema: { ...model.schema, properties: { ...(isObject(properties) ? properties : {}), [OWN_ACL]: own } },
  }
}

/** What the item's own rules say to the caller: a refusal beats a grant; undefined where none matches. */
export function ownVerdict(
  item: Row,
  permission: Permission,
  caller: Caller | null,
  isGroup: IsGroup,
): boolean | undefined {
  const rules = item[OWN_ACL]
  if (!Array.isArray(rules) || rules.length === 0) return undefined
  if (matching('deny', permission, caller, isGroup).some((rule) => rules.includes(rule))) return false
  return matching('allow', permission, caller, isGroup).some((rule) => rules.includes(rule))
    ? true
    : undefined
}

/**
 * Which items their own rules leave to the caller.
 * @param otherwise what holds for items without a rule that matches
 */
export function ownCondition(
  permission: Permission,
  caller: Caller | null,
  isGroup: IsGroup,
  otherwise: boolean,
): Condition {
  const refused = anyOf(matching('deny', permission, caller, isGroup))
  const granted = anyOf(matching('allow', permission, caller, isGroup))
  return { kind: 'and', of: [{ kind: 'not', of: refused }, otherwise ? EVERYTHING : granted] }
}

function anyOf(rules: readonly string[]): Condition {
  return { kind: 'compare', field: OWN_ACL, op: 'any', value: rules }
}

/** All rules that would speak of this permission to this caller. */
function matching(
  effect: 'allow' | 'deny',
  permission: Permission,
  caller: Caller | null,
  isGroup: IsGroup,
): readonly string[] {
  const groups = [...(caller?.groups ?? [])]
  const key = caller === null ? [] : [String(caller.key)]
  const principals = [
    'everyone',
    ...(caller === null ? [] : ['authenticated']),
    ...groups.map((name) => `g:${name}`),
    ...groups.filter(isGroup),
    ...key.filter((name) => !isGroup(name)),
  ]
  return principals.flatMap((principal) => [
    `${effect} ${principal} ${permission}`,
    `${effect} ${principal} all`,
  ])
}
