import { stemOf } from '../../templates/runtime/spec/paths.js'
import { ALLOW_EVERYONE, type Acl } from './acl.js'
import { CALLER_KEY } from './contract.js'
import type { CustomAction } from './action.js'
import type { ExternalScheme } from './auth.js'
import { type FieldType, VALUE_TRAITS } from './field.js'
import type { Model, Visibility, WriteRule } from './model.js'
import type { Relation } from './relation.js'
import type { Route } from './route.js'
import type { Service } from './service.js'

export function findModel({ models }: Pick<Service, 'models'>, id: string): Model | undefined {
  return nodesBy(models, ID, id)[0]
}

/** @throws Error if the IR is incomplete, which is a bug in svcgen */
export function modelOf(service: Pick<Service, 'models'>, id: string): Model {
  return existing(findModel(service, id), id)
}

/** @throws Error if the IR is incomplete, which is a bug in svcgen */
export function relationWith({ relations }: Pick<Service, 'relations'>, id: string): Relation {
  return existing(nodesBy(relations, ID, id)[0], id)
}

/** @throws Error if the IR is incomplete, which is a bug in svcgen */
export function aclOf({ acls }: Pick<Service, 'acls'>, id: string): Acl {
  return existing(nodesBy(acls, ID, id)[0], id)
}

/** Returns the relations whose foreign key is in a model. */
export function relationsTo({ relations }: Service, id: string): readonly Relation[] {
  return nodesBy(relations, TO, id)
}

/**
 * Returns whether deleting items of a model affects other items in a way that the database does not implement. An SQL
 * database updates or deletes the items that refer to deleted items, but not the items to which deleted items refer, and
 * SQLite cascades only through 1,000 items, which a relation of a model to itself can exceed.
 */
export function deletesRelated(
  service: Pick<Service, 'engine' | 'models' | 'relations'>,
  model: Model,
  seen: ReadonlySet<Model> = new Set(),
): boolean {
  if (seen.has(model)) return true
  return model.relations.some((end) => {
    const { to, onDelete, backrefOnDelete } = relationWith(service, end.relation)
    if (end.side === 'holder') return backrefOnDelete !== 'nullify'
    if (service.engine === 'svc_mongodb') return true
    return onDelete === 'cascade' && deletesRelated(service, modelOf(service, to), new Set([...seen, model]))
  })
}

/** Returns whether a PATCH merges objects into those of a model's items. */
export function hasDicts({ fields }: Model): boolean {
  return fields.some(({ type }) => type === 'dict' || type === 'pickle')
}

/** Returns whether bodies of a model can contain numbers that JSON numbers do not represent exactly. */
export function hasExactNumbers({ fields, additionalProperties }: Model): boolean {
  const isExact = (type: FieldType): boolean =>
    VALUE_TRAITS[type].kind === 'digits' || VALUE_TRAITS[type].kind === 'json'
  return (
    additionalProperties ||
    fields.some(({ type, stored, constraints: { itemType, choices } }) => {
      if (!stored) return true
      if (type !== 'list') return isExact(type)
      return itemType === null ? choices === null : isExact(itemType)
    })
  )
}

/** Returns whether any relation is many-to-many. */
export function hasManyToMany({ relations }: Pick<Service, 'relations'>): boolean {
  return relations.some(({ kind }) => kind === 'many-to-many')
}

/** Returns whether any model has a full-text index. */
export function hasFullText({ models }: Pick<Service, 'models'>): boolean {
  return models.some(({ fields }) => fields.some(({ constraints }) => constraints.words !== undefined))
}

export function routesAt({ routes }: Pick<Service, 'routes'>, path: string): readonly Route[] {
  return nodesBy(routes, PATH, PATH({ path }))
}

/** Returns the routes at a path, or at the same path with another ending: `/users/{id}/`, `/users/{id}.json`. */
export function routesAtStem(service: Pick<Service, 'routes'>, path: string): readonly Route[] {
  const exact = routesAt(service, path)
  return exact.length > 0 ? exact : nodesBy(service.routes, STEM, stemOf(path))
}

export function actionsAt({ actions }: Service, path: string): readonly CustomAction[] {
  return nodesBy(actions, PATH, PATH({ path }))
}

/** Returns the custom actions that call a function, which are all except OPTIONS. */
export function functionActions({ actions }: Pick<Service, 'actions'>): readonly CustomAction[] {
  return actions.filter(({ method }) => method !== 'OPTIONS')
}

/** Returns the schemes whose credentials the service does not issue. */
export function externalSchemes({ auth }: Pick<Service, 'auth'>): readonly ExternalScheme[] {
  return auth?.schemes ?? []
}

/** Returns the schemes whose tokens identity providers can issue. */
export function oauthSchemes(service: Pick<Service, 'auth'>): readonly ExternalScheme[] {
  return externalSchemes(service).filter(({ kind }) => kind === 'bearer')
}

export function scopesOf({ scopes = {} }: Pick<Route, 'scopes'>, scheme: string): readonly string[] {
  return new Map(Object.entries(scopes)).get(scheme) ?? []
}

export function routesOf({ routes }: Service, id: string): readonly Route[] {
  return nodesBy(routes, MODEL, id)
}

/**
 * Returns the routes of a model except those of attributes and relationships. Routes of one fixed item, such as `/me`, say nothing
 * of others: they count only if the model has no other routes, and never for users.
 */
export function itemRoutesOf(service: Service, id: string): readonly Route[] {
  const own = routesOf(service, id).filter(
    ({ kind, contract }) => kind !== 'attribute' && contract?.relationship === undefined,
  )
  const general = own.filter(({ contract }) => contract?.fixedKey === undefined)
  return general.length > 0 || id === service.auth?.model ? general : own
}

/**
 * Returns the primary route of a model: the one at the root, otherwise the nested one with the fewest parents. Returns
 * undefined if the model has no routes.
 */
export function homeRoute(service: Service, model: string): Route | undefined {
  return (
    itemRoutesOf(service, model)
      // The path of an operation whose body contains the key does not lead to the item.
      .filter(({ contract }) => contract?.keyInBody === undefined)
      .toSorted(byNearness)[0]
  )
}

/** Returns whether a route leads to the caller's own item, as `/me`. */
export function isOfCaller({ contract }: Pick<Route, 'contract'>): boolean {
  return Object.values(contract?.fixedKey ?? {}).includes(CALLER_KEY)
}

/** Returns the models in the order of their first routes, those at the root before nested ones. */
export function modelsInSourceOrder(service: Service): readonly Model[] {
  const first = new Map(
    service.models.map((model) => [model, routesOf(service, model.id).toSorted(byDeclaration)[0]]),
  )
  return service.models.toSorted((a, b) => {
    const [one, other] = [first.get(a), first.get(b)]
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined)
    return byLocation(one, other)
  })
}

function byDeclaration(a: Route, b: Route): number {
  return a.parents.length - b.parents.length || byLocation(a, b)
}

function byLocation({ loc: a }: Route, { loc: b }: Route): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line || a.column - b.column
}

/** Where operations are: the first segment of their paths, and their prefix if it is not that of the service. */
export interface PathGroup {
  readonly root: string
  readonly prefix: string | null
}

export function routesUnder({ routes }: Service, { root, prefix }: PathGroup): readonly Route[] {
  return nodesBy(routes, firstSegment, root).filter((route) => (route.prefix ?? null) === prefix)
}

/** Returns the full path of an operation. */
export function fullPathOf(
  { basePath }: Pick<Service, 'basePath'>,
  { prefix, path }: Pick<Route, 'prefix' | 'path'>,
): string {
  return (prefix ?? basePath) + path
}

/** Returns the path of an operation below its base path as people read it, with the parameters as written in the input. */
export function writtenPath({ id }: Pick<Route, 'id'>): string {
  return id.slice(id.indexOf(' ') + 1)
}

/** Returns a path without the names of its parameters: `/users/{}` for `/users/{username}`. */
export function pathShape(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}')
}

/** Returns whether models have routes with other prefixes than that of the service. */
export function hasPrefixes({ routes }: Pick<Service, 'routes'>): boolean {
  return routes.some(({ prefix }) => prefix !== undefined)
}

/** Returns whether ACL rules restrict access to a model: at least one of its routes is not open to everyone. */
function isGuarded(service: Service, { id }: Model): boolean {
  return service.auth !== null && routesOf(service, id).some(({ acl }) => acl !== ALLOW_EVERYONE)
}

/**
 * Returns whether the items of a model can have their own rules, which are stored in a column of its table. The items that
 * link a many-to-many relationship have none, because these would not restrict the lists.
 */
export function hasOwnRules(service: Service, model: Model): boolean {
  const isLink = service.relations.some(({ through }) => through?.model === model.id)
  return service.auth?.databaseAcls === true && isGuarded(service, model) && !isLink
}

export function actionsUnder({ actions }: Service, { root, prefix }: PathGroup): readonly CustomAction[] {
  return nodesBy(actions, firstSegment, root).filter((action) => (action.prefix ?? null) === prefix)
}

/** Returns whether callers other than admins see a field or relation. */
export function isSeenBy(
  audience: 'public' | 'authenticated',
  { hidden, ...lists }: Visibility,
  name: string,
): boolean {
  return !hidden.includes(name) && (lists[audience]?.includes(name) ?? true)
}

export function writeRuleOf({ writeRules = [] }: Model, name: string): WriteRule | undefined {
  return writeRules.find((rule) => rule.name === name)
}

/** Returns the write rules of a model's fields and of parts of them. */
export function allWriteRules({ writeRules = [], partRules = [] }: Model): readonly WriteRule[] {
  return [...writeRules, ...partRules]
}

/** Returns whether a POST can create several items at once. An OpenAPI document would have to declare it. */
export function createsLists({ schemas }: Service): boolean {
  return schemas === undefined
}

export function hasWriteRule(model: Model, name: string): boolean {
  return writeRuleOf(model, name) !== undefined
}

/** Returns whether any field has a write rule: `readOnly`, `_write_once` or `_writable_by`. */
export function hasWriteRules({ models }: Service): boolean {
  return models.some((model) => allWriteRules(model).length > 0)
}

/** Returns whether callers can have API keys that the service issues. */
export function hasApiKeys({ auth }: Service): boolean {
  return auth !== null && auth.apiKey !== null
}

/** Returns whether rules of ACLs or fields name functions. */
export function hasPrincipalFunctions({ auth, handlers }: Service): boolean {
  return auth !== null && handlers.some(({ kind }) => kind === 'principal')
}

/** Returns whether any field has `_writable_by`. */
export function hasWriters({ auth, models }: Service): boolean {
  return (
    auth !== null &&
    models.some((model) => allWriteRules(model).some(({ writableBy }) => writableBy !== null))
  )
}

/** Returns `users` for `/users/{username}/stories` and `/users.json`. */
export function firstSegment({ path }: Pick<Route, 'path'>): string {
  return (
    stemOf(path)
      .split('/')
      .find((segment) => segment !== '') ?? ''
  )
}

const ID = ({ id }: { readonly id: string }): string => id
const TO = ({ to }: Relation): string => to
/** The root is an empty path for routes, and a slash for custom actions. */
const PATH = ({ path }: Pick<Route, 'path'>): string => (path === '/' ? '' : path)
const STEM = ({ path }: Pick<Route, 'path'>): string => stemOf(path)
const MODEL = ({ model }: Route): string => model

function existing<T>(node: T | undefined, id: string): T {
  if (node === undefined) throw new Error(`the IR has no node ${id}`)
  return node
}

/** The positions of nodes by key function and key. Cached, because a list is searched for each of its nodes. */
type Index = ReadonlyMap<string, readonly (readonly [position: number, node: unknown])[]>
const indexes = new WeakMap<readonly object[], Map<unknown, Index>>()

function nodesBy<T extends object>(
  nodes: readonly T[],
  keyOf: (node: T) => string,
  key: string,
): readonly T[] {
  const ofList = indexes.get(nodes) ?? new Map<unknown, Index>()
  indexes.set(nodes, ofList)
  const index = ofList.get(keyOf) ?? groupedBy(nodes.entries(), ([, node]) => keyOf(node))
  ofList.set(keyOf, index)
  return (index.get(key) ?? []).flatMap(([at]) => nodes[at] ?? [])
}

/** Groups items by a key and keeps their order. */
export function groupedBy<T>(
  items: Iterable<T>,
  key: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group === undefined) groups.set(key(item), [item])
    else group.push(item)
  }
  return groups
}

/**
 * Compares the places of the same items. Their URLs have the first one: with the fewest items above them, in a collection, and
 * with the key.
 */
export function byNearness(
  a: Pick<Route, 'parents' | 'kind' | 'lookup'>,
  b: Pick<Route, 'parents' | 'kind' | 'lookup'>,
): number {
  return (
    a.parents.length - b.parents.length ||
    Number(b.kind === 'item') - Number(a.kind === 'item') ||
    Number(a.lookup !== undefined) - Number(b.lookup !== undefined)
  )
}
