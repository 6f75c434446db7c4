import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { below, pick, type Random } from '../../testing/random.js'
import type { Collection, Permission, Rows, RuledRow } from './row-rules.js'

/** A rule that a plain reading can decide. */
export interface PlainRule {
  readonly principal:
    { readonly kind: 'everyone' | 'authenticated' } | { readonly kind: 'group'; readonly name: string }
  readonly permissions: readonly Permission[]
  readonly filters: readonly PlainRuleFilter[]
}

/** A filter of a rule: a path, an operator, and a literal or a field of the caller. */
export interface PlainRuleFilter {
  readonly path: readonly string[]
  readonly op: string
  readonly value: { readonly literal: string | boolean | readonly string[] } | { readonly user: string }
}

interface Shape {
  readonly key: string
  readonly model: string
  readonly text: Readonly<Record<string, readonly string[]>>
  readonly numbers: readonly string[]
  readonly lists: Readonly<Record<string, readonly string[]>>
  /** The collections to which rows refer, by field. */
  readonly to: Readonly<Record<string, Collection>>
  /** The collections whose rows refer to rows of this one, and their fields. */
  readonly from: Readonly<Record<string, readonly [Collection, string]>>
}

const NAMES = ['ada', 'bob', 'cy', 'dan', 'eve'] as const

/** The collections of the fixture, with values that occur. */
export const SHAPES: Readonly<Record<Collection, Shape>> = {
  organizations: {
    key: 'slug',
    model: 'Organization',
    text: { slug: ['a', 'b', 'c'], name: ['Organization a', 'Organization c'] },
    numbers: [],
    lists: {},
    to: {},
    from: { users: ['users', 'organization'], projects: ['projects', 'organization'] },
  },
  users: {
    key: 'username',
    model: 'User',
    text: { username: NAMES },
    numbers: ['level'],
    lists: { groups: ['doctor', 'clerk', 'user'] },
    to: { organization: 'organizations' },
    from: {
      memberships: ['memberships', 'member'],
      notes: ['notes', 'owner'],
      profile: ['profiles', 'user'],
    },
  },
  profiles: {
    key: 'id',
    model: 'Profile',
    text: { city: ['City of ada', 'City of bob'] },
    numbers: [],
    lists: {},
    to: { user: 'users' },
    from: {},
  },
  projects: {
    key: 'id',
    model: 'Project',
    text: { title: ['Project 0', 'Project 1', 'Project 2'] },
    numbers: [],
    lists: {},
    to: { organization: 'organizations' },
    from: { memberships: ['memberships', 'project'], notes: ['notes', 'project'] },
  },
  memberships: {
    key: 'id',
    model: 'Membership',
    text: { role: ['lead', 'guest'] },
    numbers: [],
    lists: {},
    to: { project: 'projects', member: 'users' },
    from: {},
  },
  notes: {
    key: 'id',
    model: 'Note',
    text: { title: ['Note 1', 'Note 2', 'New'], status: ['draft', 'final'] },
    numbers: ['level'],
    lists: { tags: ['ada', 'eve', 'x'] },
    to: { owner: 'users', project: 'projects' },
    from: {},
  },
}

const ADMIN: PlainRule = {
  principal: { kind: 'group', name: 'admin' },
  permissions: ['view', 'create', 'update', 'delete'],
  filters: [],
}

/** Returns random rules for each collection. Admins can use all rows. */
export function randomRules(next: Random): Readonly<Record<Collection, readonly PlainRule[]>> {
  const rulesOf = (collection: Collection): readonly PlainRule[] => [
    ADMIN,
    ...Array.from({ length: 1 + below(next, 3) }, () => randomRule(next, collection)),
  ]
  return {
    organizations: rulesOf('organizations'),
    users: rulesOf('users'),
    profiles: rulesOf('profiles'),
    projects: rulesOf('projects'),
    memberships: rulesOf('memberships'),
    notes: rulesOf('notes'),
  }
}

function randomRule(next: Random, collection: Collection): PlainRule {
  const all: readonly Permission[] = ['view', 'create', 'update', 'delete']
  const permissions = all.filter((permission) => next() < (permission === 'view' ? 0.8 : 0.5))
  return {
    principal: pick<PlainRule['principal']>(next, [
      { kind: 'everyone' },
      { kind: 'authenticated' },
      { kind: 'authenticated' },
      { kind: 'group', name: 'doctor' },
      { kind: 'group', name: 'clerk' },
      { kind: 'group', name: 'user' },
    ]),
    permissions: permissions.length === 0 ? all : permissions,
    filters: Array.from({ length: next() < 0.1 ? 0 : 1 + below(next, 2) }, () =>
      filterOn(next, collection, 0),
    ),
  }
}

/** Fields of the caller, by what they can be compared with. */
const USER_FIELDS: Readonly<Record<string, readonly string[]>> = {
  username: ['username'],
  organization: ['slug'],
  level: ['level'],
  groups: ['groups', 'tags'],
}

/** How often a filter follows a relation, by depth. */
const FOLLOWED = [0.55, 0.4, 0.2]

function filterOn(next: Random, collection: Collection, depth: number): PlainRuleFilter {
  const { to, from, text, numbers, lists } = SHAPES[collection]
  const relations = [...Object.keys(to), ...Object.keys(from)]
  if (relations.length > 0 && next() < (FOLLOWED[depth] ?? 0)) {
    const name = pick(next, relations)
    const target = to[name] ?? from[name]?.[0] ?? collection
    const inner = filterOn(next, target, depth + 1)
    return { ...inner, path: [name, ...inner.path] }
  }
  const fields = [...Object.keys(text), ...numbers, ...Object.keys(lists), ...relations]
  const name = pick(next, fields)
  if (next() < 0.12) return { path: [name], op: 'exists', value: { literal: next() < 0.5 } }
  const target = to[name] ?? from[name]?.[0]
  const values = target === undefined ? (text[name] ?? lists[name]) : SHAPES[target].text[SHAPES[target].key]
  const compared = target === undefined ? name : SHAPES[target].key
  const users = Object.keys(USER_FIELDS).filter(
    (field) =>
      USER_FIELDS[field]?.includes(compared) === true ||
      (field === 'username' && ['tags', 'title'].includes(name)),
  )
  if (users.length > 0 && next() < 0.6) {
    const op = numbers.includes(name)
      ? pick(next, ['eq', 'ne', 'lte', 'gt'])
      : pick(next, ['eq', 'eq', 'eq', 'ne'])
    return { path: [name], op, value: { user: pick(next, users) } }
  }
  if (numbers.includes(name))
    return {
      path: [name],
      op: pick(next, ['eq', 'ne', 'gt', 'gte', 'lt', 'lte']),
      value: { literal: pick(next, ['0', '1', '3', '5', '9']) },
    }
  // Keys of these collections are not known beforehand.
  if (values === undefined) return { path: [name], op: 'exists', value: { literal: true } }
  const op = pick(next, [
    'eq',
    'eq',
    'ne',
    'in',
    'nin',
    ...(target === undefined && lists[name] === undefined ? ['startswith', 'contains'] : []),
    ...(lists[name] === undefined && from[name] === undefined ? [] : ['any', 'all']),
  ])
  const isList = ['in', 'nin', 'any', 'all'].includes(op)
  return {
    path: [name],
    op,
    value: { literal: isList ? [pick(next, values), pick(next, values)] : pick(next, values) },
  }
}

/** Returns whether a rule applies to a user. */
export function appliesTo({ principal }: PlainRule, user: RuledRow | undefined): boolean {
  if (principal.kind === 'everyone') return true
  if (user === undefined) return false
  return 'name' in principal ? listOf(user['groups']).includes(principal.name) : true
}

/** Returns whether all filters of a rule hold for a row. */
export function holdsFor(
  rule: PlainRule,
  rows: Rows,
  user: RuledRow | undefined,
  collection: Collection,
  row: RuledRow,
): boolean {
  const tests = rule.filters.map(({ path, op, value }): Test => {
    if ('literal' in value) return { path, op, operands: [value.literal].flat() }
    return { path, op, operands: listOf(user?.[value.user] ?? null), isOfUser: true }
  })
  if (tests.some(({ isOfUser, operands }) => isOfUser === true && operands.length === 0)) return false
  return hold(rows, collection, row, tests)
}

/** A filter with the values that it compares with. */
interface Test {
  readonly path: readonly string[]
  readonly op: string
  readonly operands: readonly unknown[]
  readonly isOfUser?: true
}

/** Returns whether all tests hold for a row. Those that follow one relation must hold for the same related row. */
function hold(rows: Rows, collection: Collection, row: RuledRow, tests: readonly Test[]): boolean {
  const { to, from, key } = SHAPES[collection]
  const together = new Map<string, Test[]>()
  for (const test of tests) {
    const { path, op, operands } = test
    const [name = '', ...rest] = path
    const target = to[name] ?? from[name]?.[0]
    const isAbsence = op === 'exists' && operands[0] === false
    const followed: Test[] | undefined =
      target === undefined || ['ne', 'nin'].includes(op) || isAbsence
        ? undefined
        : rest.length > 0
          ? [{ ...test, path: rest }]
          : op === 'exists'
            ? []
            : op === 'all'
              ? undefined
              : [{ path: [SHAPES[target].key], op: 'in', operands }]
    if (followed !== undefined) together.set(name, [...(together.get(name) ?? []), ...followed])
    else if (!holds(rows, collection, row, test)) return false
  }
  return [...together].every(([name, inner]) => {
    const target = to[name] ?? from[name]?.[0] ?? collection
    return relatedTo(rows, collection, name, row, key).some((other) => hold(rows, target, other, inner))
  })
}

function relatedTo(
  rows: Rows,
  collection: Collection,
  name: string,
  row: RuledRow,
  key: string,
): readonly RuledRow[] {
  const { to, from } = SHAPES[collection]
  const target = to[name] ?? from[name]?.[0] ?? collection
  const field = from[name]?.[1]
  return rows[target].filter((other) =>
    field === undefined
      ? other[SHAPES[target].key] === row[name]
      : other[field] === row[key] && row[key] !== undefined,
  )
}

/** Returns whether a test that stands alone holds for a row. */
function holds(rows: Rows, collection: Collection, row: RuledRow, test: Test): boolean {
  const { path, op, operands } = test
  if (op === 'ne') return !hold(rows, collection, row, [{ ...test, op: 'eq' }])
  if (op === 'nin') return !hold(rows, collection, row, [{ ...test, op: 'in' }])
  if (op === 'exists' && operands[0] === false)
    return !hold(rows, collection, row, [{ ...test, operands: [true] }])
  const [name = ''] = path
  const { to, from, numbers, key } = SHAPES[collection]
  const target = to[name] ?? from[name]?.[0]
  if (target !== undefined) {
    const keys = relatedTo(rows, collection, name, row, key).map((other) => other[SHAPES[target].key])
    return operands.every((each) => keys.includes(each))
  }
  const value = row[name] ?? null
  if (op === 'exists') return value !== null
  if (value === null) return false
  const own = listOf(value)
  const typed = operands.map((each) => (numbers.includes(name) ? Number(each) : each))
  if (op === 'all') return typed.every((each) => own.includes(each))
  return own.some((each) => typed.some((operand) => compares(each, op, operand)))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]
}

function compares(own: unknown, op: string, operand: unknown): boolean {
  switch (op) {
    case 'gt':
      return Number(own) > Number(operand)
    case 'gte':
      return Number(own) >= Number(operand)
    case 'lt':
      return Number(own) < Number(operand)
    case 'lte':
      return Number(own) <= Number(operand)
    case 'startswith':
      return String(own).startsWith(String(operand))
    case 'contains':
      return String(own).includes(String(operand))
    default:
      return own === operand
  }
}

/** Replaces the rules of a built project. A service uses the rules that exist when it starts. */
export async function replaceRules(
  folder: string,
  rules: Readonly<Record<Collection, readonly PlainRule[]>>,
): Promise<void> {
  const file = join(folder, 'dist/src/generated/row-rules.js')
  const { rowRules }: { rowRules: Record<string, unknown> } = await import(pathToFileURL(file).href)
  for (const [collection, { model }] of Object.entries(SHAPES)) {
    const ofModel = Object.entries(rules).find(([name]) => name === collection)?.[1] ?? []
    rowRules[model] = ofModel.map(({ principal, permissions, filters }) => ({
      principal,
      permissions,
      where: filters,
    }))
  }
}

/** Reads rules in the form of schemas, with values that are literals or fields of the caller. */
export function rulesFrom(
  texts: Readonly<Record<Collection, readonly string[]>>,
): ReturnType<typeof randomRules> {
  const read = (list: readonly string[]): readonly PlainRule[] => [ADMIN, ...list.map(ruleFrom)]
  return {
    organizations: read(texts.organizations),
    users: read(texts.users),
    profiles: read(texts.profiles),
    projects: read(texts.projects),
    memberships: read(texts.memberships),
    notes: read(texts.notes),
  }
}

function ruleFrom(text: string): PlainRule {
  const [, who = '', permissions = '', where] = /^allow (\S+) ([a-z, ]+?)(?: where (.*))?$/.exec(text) ?? []
  return {
    principal: who.startsWith('g:')
      ? { kind: 'group', name: who.slice(2) }
      : { kind: who === 'everyone' ? 'everyone' : 'authenticated' },
    permissions: ADMIN.permissions.filter((each) => permissions === 'all' || permissions.includes(each)),
    filters: (where?.split('&') ?? []).map((filter) => {
      const [name = '', value = ''] = filter.split('=')
      const [path = '', op = 'eq'] = name.split('__')
      const user = /^\{\{user\.(\w+)\}\}$/.exec(value)?.[1]
      const given = op === 'exists' ? value === 'true' : op === 'in' ? value.split(',') : value
      return { path: path.split('.'), op, value: user === undefined ? { literal: given } : { user } }
    }),
  }
}
