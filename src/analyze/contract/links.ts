import type { JsonSchema, Member, Model, Relation } from '../../ir/index.js'
import { isHidden, relatedByKey } from './related-keys.js'
import { type FindSchema, isNullable, objectSchema, typesIn } from './schemas.js'

export interface LinkSource {
  readonly models: ReadonlyMap<string, Model>
  readonly relations: readonly Relation[]
  readonly find: FindSchema
  /** The path of the service. */
  readonly basePath: string
  /** Returns the path of a model's items, below the path of the service. Undefined if the items have no URL of their own. */
  readonly pathOf: (model: string) => string | undefined
  /** Reports a required member that the service has no value for. */
  readonly report: (member: string) => void
  /** Receives the optional members that the service has no value for. */
  readonly leaveOut?: (member: string) => void
  /** Reports a required link that items without one of its properties do not have. */
  readonly reportMissingLink?: (member: string, property: string) => void
  /** Reports a name in `x-link` that is not a property, or whose value nobody can read. */
  readonly reportLink?: (link: string, name: string, isHidden: boolean) => void
}

/**
 * Returns whether a property of an item that the model does not have is made from others: from links or related items, as in
 * HAL, or from the one that `x-member` names.
 */
export function isDerived(name: string, schema: JsonSchema, find: FindSchema): boolean {
  if (name === '_links' || name === '_embedded') return true
  if (schema['x-link'] !== undefined || schema['x-member'] !== undefined) return true
  const links = name === 'links' ? objectSchema(schema, find) : null
  return [...(links?.properties ?? [])].some(
    ([each, link]) => each === 'self' || link['x-link'] !== undefined,
  )
}

/**
 * Returns what a property shows that contains a link: a URL, or an object with such members. Links to the item itself are called
 * `self`, and others have `x-link` with a path, in which the names of properties are in braces.
 */
export function linkMember(
  name: string,
  schema: JsonSchema,
  model: Model,
  source: LinkSource,
): Member | undefined {
  const { find } = source
  const object = objectSchema(schema, find)
  const href = object?.properties.get('href')
  const written = schema['x-link'] ?? href?.['x-link'] ?? (name === 'self' ? 'self' : undefined)
  if (written === 'self' && source.pathOf(model.id) === undefined) return undefined
  if (typeof written === 'string' && (href !== undefined || typesIn(schema, find).includes('string'))) {
    for (const member of object?.required ?? []) if (member !== 'href') source.report(`${name}/${member}`)
    const link = ownName(written, model, source) ?? { link: resolvedLink(written, model, source) }
    return { ...link, ...(href === undefined ? {} : { isObject: true }) }
  }
  if (object === null || (name !== '_links' && name !== 'links')) return undefined
  const nullable = [...object.properties].flatMap(([each, link]) => (isNullable(link, find) ? [each] : []))
  const links = [...object.properties].flatMap(([each, link]): [string, Member][] => {
    const member = linkMember(each, link, model, source)
    const isRequired = object.required.has(each)
    if (member === undefined)
      if (isRequired) source.report(`${name}/${each}`)
      else source.leaveOut?.(`${name}/${each}`)
    else if (isRequired && !nullable.includes(each))
      reportMissingLink(`${name}/${each}`, member, model, source)
    return member === undefined ? [] : [[each, member]]
  })
  return {
    part: { members: Object.fromEntries(links), ...(nullable.length === 0 ? {} : { nullable }) },
  }
}

/** Reports a required link whose URL contains a property that items need not have. */
export function reportMissingLink(
  name: string,
  member: Member,
  model: Model,
  { relations, reportMissingLink: report }: LinkSource,
): void {
  if (member === 'value' || !('link' in member)) return
  const missing = [...member.link.matchAll(/\{(\w+)\}/g)]
    .map(([, property = '']) => property)
    .find((property) => !isCertain(property, model) && !isLinked(property, model, relations))
  if (missing !== undefined) report?.(name, missing)
}

/** Returns whether all items have a value in a relation, which is an empty list of none. */
export function isLinked(name: string, model: Model, relations: readonly Relation[]): boolean {
  const end = model.relations.find((each) => each.name === name)
  return end?.many === true || relations.some(({ id, required }) => id === end?.relation && required)
}

/** Returns whether all items have a value of a field. */
export function isCertain(name: string, { fields, key }: Model): boolean {
  const field = fields.find((each) => each.name === name)
  return name === key || field?.constraints.required === true || (field?.default ?? null) !== null
}

/** Returns the link for an `x-link` that is the end of an item's own path: its resource name, as in `publishers/{publisher}`. */
function ownName(
  link: string,
  { id }: Model,
  { pathOf }: LinkSource,
): { readonly link: ''; readonly segments: number } | undefined {
  const isOwn = !link.startsWith('/') && pathOf(id)?.endsWith(`/${link}`) === true
  return isOwn ? { link: '', segments: link.split('/').length } : undefined
}

/** Returns the text of `x-link` with the path of the service; an empty one stands for the URL of the item itself. */
function resolvedLink(
  link: string,
  model: Model,
  { models, relations, basePath, pathOf, reportLink }: LinkSource,
): string {
  if (link === 'self' || (link.startsWith('/') && link.replace(/\/$/, '') === pathOf(model.id))) return ''
  const names = [...link.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const isKnown = (name: string): boolean =>
    model.fields.some((field) => field.name === name && field.stored) ||
    model.relations.some((end) => end.name === name && !end.many)
  const found = names.map((name) => {
    const known = isKnown(name) ? name : relatedByKey(name, false, model, models)?.name
    const isUnreadable = known !== undefined && isHidden(known, model, relations)
    if (known === undefined || isUnreadable) reportLink?.(link, name, isUnreadable)
    return [name, known ?? name] as const
  })
  const text = found.reduce((path, [name, known]) => path.replace(`{${name}}`, `{${known}}`), link)
  return link.startsWith('/') ? basePath + text : text
}
