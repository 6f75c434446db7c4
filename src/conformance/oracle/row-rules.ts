import { below, pick, type Random } from '../../testing/random.js'
import { appliesTo, holdsFor, type PlainRule } from './random-rules.js'

/** A row as an admin sees it. References are keys. */
export type RuledRow = Readonly<Record<string, unknown>>

/** All rows, by collection. */
export type Rows = Readonly<Record<Collection, readonly RuledRow[]>>

export type Permission = 'view' | 'create' | 'update' | 'delete'

export const COLLECTIONS = {
  organizations: {
    key: 'slug',
    type: 'Organization',
    fields: ['slug', 'name'],
    to: {},
    from: { users: 'users', projects: 'projects' },
  },
  users: {
    key: 'username',
    type: 'User',
    fields: ['username', 'level'],
    to: { organization: 'organizations' },
    from: { memberships: 'memberships', notes: 'notes' },
  },
  profiles: { key: 'id', type: 'Profile', fields: ['city'], to: { user: 'users' }, from: {} },
  projects: {
    key: 'id',
    type: 'Project',
    fields: ['title'],
    to: { organization: 'organizations' },
    from: { memberships: 'memberships', notes: 'notes' },
  },
  memberships: {
    key: 'id',
    type: 'Membership',
    fields: ['role'],
    to: { project: 'projects', member: 'users' },
    from: {},
  },
  notes: {
    key: 'id',
    type: 'Note',
    fields: ['title', 'status', 'level'],
    to: { owner: 'users', project: 'projects' },
    from: {},
  },
} as const satisfies Record<string, CollectionShape>

interface CollectionShape {
  readonly key: string
  readonly type: string
  /** Fields that random requests use. */
  readonly fields: readonly string[]
  /** The collections to which rows refer, by field. */
  readonly to: Readonly<Record<string, string>>
  /** The collections whose rows refer to rows of this one, by field. */
  readonly from: Readonly<Record<string, string>>
}

export type Collection = keyof typeof COLLECTIONS
const NAMES = Object.keys(COLLECTIONS) as Collection[]

/** The fields that hold references to rows of a collection, by the name of the list on the other side. */
const INVERSE: Readonly<Record<string, string>> = {
  'organizations.users': 'organization',
  'organizations.projects': 'organization',
  'users.memberships': 'member',
  'users.notes': 'owner',
  'projects.memberships': 'project',
  'projects.notes': 'project',
}

export function keyField(collection: Collection): string {
  return COLLECTIONS[collection].key
}

function targetOf(collection: Collection, field: string): Collection {
  const { to, from }: CollectionShape = COLLECTIONS[collection]
  return (to[field] ?? from[field] ?? '') as Collection
}

/** A plain reading of rules, by default those of the fixture: decides in JavaScript with all rows at hand. */
export class PlainRules {
  readonly #rows: Rows
  readonly #rules: Readonly<Record<Collection, readonly PlainRule[]>> | undefined

  constructor(rows: Rows, rules?: Readonly<Record<Collection, readonly PlainRule[]>>) {
    this.#rows = rows
    this.#rules = rules
  }

  /** Returns the rules with other rows. */
  with(rows: Rows): PlainRules {
    return new PlainRules(rows, this.#rules)
  }

  find(collection: Collection, key: unknown): RuledRow | undefined {
    return this.#rows[collection].find((row) => row[keyField(collection)] === key)
  }

  /** Returns whether a user has a permission on a row. */
  covers(user: RuledRow | undefined, permission: Permission, collection: Collection, row: RuledRow): boolean {
    if (this.#rules !== undefined)
      return this.#rules[collection].some(
        (rule) =>
          rule.permissions.includes(permission) &&
          appliesTo(rule, user) &&
          holdsFor(rule, this.#rows, user, collection, row),
      )
    const groups = (user?.['groups'] ?? []) as readonly string[]
    const name = user?.['username']
    const organization = user?.['organization'] ?? null
    const isOwn = (value: unknown): boolean => user !== undefined && value === name
    const inOrganization = (value: unknown): boolean => organization !== null && value === organization
    const reads = permission === 'view'
    if (collection === 'memberships') return true
    if (groups.includes('admin')) return true
    switch (collection) {
      case 'organizations':
        return reads && inOrganization(row['slug'])
      case 'users':
        return (
          (reads && inOrganization(row['organization'])) ||
          ((reads || permission === 'update') && isOwn(row['username']))
        )
      case 'profiles':
        return isOwn(row['user'])
      case 'projects':
        return (
          (groups.includes('doctor') && permission !== 'delete' && inOrganization(row['organization'])) ||
          (reads &&
            this.#rows.memberships.some(
              (membership) => membership['project'] === row['id'] && isOwn(membership['member']),
            ))
        )
      case 'notes': {
        const project = this.find('projects', row['project'])
        const level = row['level'] as number | null
        const own = user?.['level'] as number | null | undefined
        return (
          (groups.includes('doctor') &&
            permission !== 'delete' &&
            inOrganization(project?.['organization'] ?? undefined)) ||
          isOwn(row['owner']) ||
          (reads && row['status'] === 'final' && level !== null && level >= 5 && row['project'] === null) ||
          (groups.includes('clerk') &&
            (permission === 'update' || permission === 'delete') &&
            row['status'] === 'draft') ||
          (reads && user !== undefined && ((row['tags'] ?? []) as string[]).includes(String(name))) ||
          (groups.includes('clerk') && reads && level !== null && typeof own === 'number' && level <= own)
        )
      }
    }
  }

  visible(user: RuledRow | undefined, collection: Collection): readonly RuledRow[] {
    return this.#rows[collection].filter((row) => this.covers(user, 'view', collection, row))
  }

  /** Returns a row as the user sees it: references to invisible rows are null. */
  shown(user: RuledRow | undefined, collection: Collection, row: RuledRow): RuledRow {
    const { to }: CollectionShape = COLLECTIONS[collection]
    const shown: Record<string, unknown> = { ...row }
    for (const field of Object.keys(to)) {
      const target = this.find(targetOf(collection, field), row[field])
      if (target === undefined || !this.covers(user, 'view', targetOf(collection, field), target))
        shown[field] = null
    }
    return shown
  }

  /** Returns the keys that a list of related rows shows. */
  related(user: RuledRow | undefined, collection: Collection, field: string, row: RuledRow): unknown[] {
    const target = targetOf(collection, field)
    const inverse = INVERSE[`${collection}.${field}`] ?? ''
    return this.visible(user, target)
      .filter((each) => each[inverse] === row[keyField(collection)])
      .map((each) => each[keyField(target)])
  }
}

/** A filter of a query, and the rows that it selects for a user. */
export interface PlainFilter {
  readonly text: string
  selects(rules: PlainRules, user: RuledRow | undefined, row: RuledRow): boolean
  /** For a filter on the rows in a list: the list, and whether a row in it matches. */
  readonly among?: { readonly list: string; matches(row: RuledRow): boolean }
}

/** Returns whether all filters select a row. Those on the rows in one list must match the same row in it. */
export function allSelect(
  filters: readonly PlainFilter[],
  rules: PlainRules,
  user: RuledRow | undefined,
  collection: Collection,
  row: RuledRow,
): boolean {
  const lists = new Set(filters.flatMap(({ among }) => among?.list ?? []))
  const sameRow = [...lists].every((list) => {
    const tests = filters.flatMap(({ among }) => (among?.list === list ? among : []))
    const target = targetOf(collection, list)
    return rules
      .related(user, collection, list, row)
      .map((key) => rules.find(target, key) ?? {})
      .some((other) => tests.every((test) => test.matches(other)))
  })
  return sameRow && filters.every((filter) => filter.selects(rules, user, row))
}

function valueFor(next: Random, rows: Rows, collection: Collection, field: string): unknown {
  const values = rows[collection]
    .map((row) => row[field])
    .filter((value) => value !== null && value !== undefined)
  const others: Readonly<Record<string, unknown>> = { level: 1, status: 'draft' }
  return values.length === 0 ? (others[field] ?? 'none') : pick(next, values)
}

/** Returns a random filter on a collection, on fields, references, or fields of related rows. */
export function randomFilter(next: Random, rows: Rows, collection: Collection): PlainFilter {
  const { fields, to, from }: CollectionShape = COLLECTIONS[collection]
  const kinds = [
    'field',
    ...(Object.keys(to).length > 0 ? ['reference', 'presence', 'hop'] : []),
    ...(Object.keys(from).length > 0 ? ['list', 'hop', 'some'] : []),
  ]
  const kind = pick(next, collection === 'notes' ? [...kinds, 'words'] : kinds)
  const negated = next() < 0.3
  const relations = [...Object.keys(to), ...Object.keys(from)]
  if (kind === 'words') {
    const word = pick(next, ['secret', 'open', 'words', 'missing'])
    return {
      text: `q=${word}`,
      selects: (_rules, _user, row) =>
        String(row['text'] ?? '')
          .split(' ')
          .includes(word),
    }
  }
  if (kind === 'field') {
    const name = pick(next, fields)
    const value = valueFor(next, rows, collection, name)
    return comparison(name, value, negated, (row) => row[name] ?? null)
  }
  if (kind === 'reference') {
    const name = pick(next, Object.keys(to))
    const target = targetOf(collection, name)
    const value = valueFor(next, rows, target, keyField(target))
    return comparison(name, value, negated, (row, rules, user) => rules.shown(user, collection, row)[name])
  }
  if (kind === 'presence') {
    const name = pick(next, Object.keys(to))
    return {
      text: `${name}__exists=${String(!negated)}`,
      selects: (rules, user, row) => (rules.shown(user, collection, row)[name] !== null) !== negated,
    }
  }
  if (kind === 'some') {
    const name = pick(next, Object.keys(from))
    return {
      text: `${name}__exists=${String(!negated)}`,
      selects: (rules, user, row) => rules.related(user, collection, name, row).length > 0 !== negated,
      ...(negated ? {} : { among: { list: name, matches: () => true } }),
    }
  }
  if (kind === 'list') {
    const name = pick(next, Object.keys(from))
    const target = targetOf(collection, name)
    const value = valueFor(next, rows, target, keyField(target))
    return {
      text: `${name}${negated ? '__ne' : ''}=${encodeURIComponent(String(value))}`,
      selects: (rules, user, row) => rules.related(user, collection, name, row).includes(value) !== negated,
      ...(negated ? {} : { among: { list: name, matches: (other) => other[keyField(target)] === value } }),
    }
  }
  const name = pick(next, relations)
  const target = targetOf(collection, name)
  const field = pick(next, COLLECTIONS[target].fields as readonly string[])
  const value = valueFor(next, rows, target, field)
  return {
    text: `${name}.${field}${negated ? '__ne' : ''}=${encodeURIComponent(String(value))}`,
    selects: (rules, user, row) => {
      const keys =
        name in to ? [rules.shown(user, collection, row)[name]] : rules.related(user, collection, name, row)
      const found = keys.some((key) => rules.find(target, key)?.[field] === value)
      return found !== negated
    },
    ...(negated || name in to ? {} : { among: { list: name, matches: (other) => other[field] === value } }),
  }
}

function comparison(
  name: string,
  value: unknown,
  negated: boolean,
  read: (row: RuledRow, rules: PlainRules, user: RuledRow | undefined) => unknown,
): PlainFilter {
  return {
    text: `${name}${negated ? '__ne' : ''}=${encodeURIComponent(String(value))}`,
    selects: (rules, user, row) => (read(row, rules, user) === value) !== negated,
  }
}

/** Compares values as responses are sorted: nulls first, text by code point. */
export function compare(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : -1
  if (b === null || b === undefined) return 1
  return (a as string) < (b as string) ? -1 : 1
}

export function randomCollection(next: Random): Collection {
  return pick(next, NAMES)
}

export function randomKey(next: Random, rows: Rows, collection: Collection): unknown {
  const list = rows[collection]
  return list[below(next, list.length)]?.[keyField(collection)]
}
