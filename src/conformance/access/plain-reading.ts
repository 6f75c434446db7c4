import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'

// A second implementation of access rules. It shares no code with the tool, so that a bug in the tool cannot hide in
// its own test.

type Json = { readonly [name: string]: Json } & readonly Json[]

/** The permissions defined by an API's RAML file and schemas. */
export interface PlainReading {
  /** All principals distinguished by the rules: `everyone`, `authenticated`, `g:admin`, `bob`. */
  readonly callers: readonly string[]
  /**
   * Returns whether a caller has a permission on a path, assuming that the functions in the rules return nothing.
   * @param path as in the RAML file, except for parameter names
   * @param about whether only the collection's rules apply, or the item's rules as well
   */
  allows(
    caller: string,
    method: string,
    path: string,
    permission: string,
    about: 'collection' | 'item',
  ): boolean
  /**
   * Like {@link allows}, but a predicate decides which principals match, such as `everyone`, `g:admin` or
   * `{{is_owner}}`.
   */
  allowsWhom(
    isMeant: (principal: string) => boolean,
    method: string,
    path: string,
    permission: string,
    about: 'collection' | 'item',
  ): boolean
  /** Returns whether the row rules of a model, by the title of its schema, allow a caller to create some item. */
  creates(caller: string, model: string): boolean
}

const LINE = /^\s*(allow|deny)\s+(\{\{[^}]*\}\}|\S+)\s+(.+?)\s*$/i

/** Reads the RAML file at `api`, and the users' groups from the schemas in the same folder. */
export function readPlainly(api: string): PlainReading {
  const raml: Json = parse(readFileSync(api, 'utf8'), {
    customTags: [{ tag: '!include', resolve: (path: string) => path }],
    logLevel: 'silent',
  })
  const schemes = Object.assign({}, ...(raml['securitySchemes'] ?? []))
  const groups = otherGroups(api)
  const rulesOf = (name: string, part: string): readonly string[] => {
    const text = String(schemes[name].settings?.[part] ?? '')
    return text.split(/[;\n]/).filter((line) => line.trim() !== '')
  }
  const isA = (name: string | null, ...types: readonly string[]): boolean =>
    name !== null && types.includes(schemes[name].type)

  function levels(method: string, path: string): readonly (readonly (string | null)[])[] {
    const nodes = [raml, ...nodesTo(raml, path)]
    const own = nodes.at(-1)?.[method.toLowerCase()]
    return [...nodes, own]
      .flatMap((node) => (node?.['securedBy'] === undefined ? [] : [names(node['securedBy'])]))
      .reverse()
  }

  function nearest(all: readonly (readonly (string | null)[])[], ...types: readonly string[]): string | null {
    const level = all.find((schemesNamed) =>
      schemesNamed.some((name) => name === null || isA(name, ...types)),
    )
    return level?.find((name) => isA(name, ...types)) ?? null
  }

  function isMeant(principal: string, caller: string): boolean {
    if (principal === 'everyone') return true
    if (principal === 'authenticated') return caller !== 'everyone'
    return caller === principal
  }

  return {
    callers: [
      ...new Set([
        'everyone',
        'authenticated',
        ...groups.map((group) => `g:${group}`),
        ...Object.keys(schemes)
          .filter((name) => isA(name, 'x-ACL'))
          .flatMap((name) => [...rulesOf(name, 'collection'), ...rulesOf(name, 'item')])
          .map((line) => LINE.exec(line)?.[2] ?? '')
          .filter((principal) => !principal.startsWith('{{'))
          .map((principal) => (groups.includes(principal) ? `g:${principal}` : principal)),
      ]),
    ],
    allows(caller, method, path, permission, about) {
      return this.allowsWhom((principal) => isMeant(principal, caller), method, path, permission, about)
    },
    allowsWhom(isWho, method, path, permission, about) {
      const all = levels(method, path)
      const acl = nearest(all, 'x-ACL')
      if (acl === null) return isWho('authenticated') || nearest(all, 'x-Ticket', 'x-ApiKey') === null
      const collection = rulesOf(acl, 'collection')
      if (about === 'collection' && collection.length === 0) return true
      for (const line of [...(about === 'item' ? rulesOf(acl, 'item') : []), ...collection]) {
        const [, effect = '', principal = '', permissions = ''] = LINE.exec(line) ?? []
        const isAbout = permissions.split(/[\s,]+/).some((word) => word === permission || word === 'all')
        if (isAbout && isWho(groups.includes(principal) ? `g:${principal}` : principal))
          return effect.toLowerCase() === 'allow'
      }
      return false
    },
    creates(caller, model) {
      const rules = schemasOf(api).find((schema) => String(schema['title']) === model)?.['_row_rules']
      if (rules === undefined) return true
      return rules.some((rule) => {
        const [, , principal = '', permissions = ''] =
          LINE.exec(String(rule).replace(/\swhere\s.*/, '')) ?? []
        return isMeant(principal, caller) && /\b(create|all)\b/.test(permissions)
      })
    },
  }
}

/** Returns the resources on a path; the last is the resource at the path itself. */
function nodesTo(raml: Json, path: string): readonly Json[] {
  for (const [key, node] of Object.entries(raml ?? {})) {
    if (!key.startsWith('/')) continue
    const rest = restOf(plainPath(path), plainPath(key))
    if (rest === '') return [node]
    const below = rest === undefined ? [] : nodesTo(node, rest)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

function restOf(path: string, start: string): string | undefined {
  return path === start || path.startsWith(`${start}/`) ? path.slice(start.length) : undefined
}

function plainPath(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}')
}

function names(securedBy: Json): readonly (string | null)[] {
  return [securedBy].flat().map((name: unknown) => (name === null ? null : String(name)))
}

/** Returns the choices for `groups` in the auth model's schema. */
function otherGroups(api: string): readonly string[] {
  const users = schemasOf(api).find((schema) => schema['_auth_model'] !== undefined)
  // Without an auth model, users are those of the default model.
  if (users === undefined) return ['admin', 'user']
  const fields: Json[] = Object.values(users['properties'] ?? {})
  const lists = fields.filter((field) => String(field['_db_settings']?.['choices']).includes('admin'))
  return lists.flatMap((field) => [...(field['_db_settings']?.['choices'] ?? [])].map(String))
}

function schemasOf(api: string): readonly Json[] {
  const folder = dirname(api)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => JSON.parse(readFileSync(join(folder, path), 'utf8')))
}
