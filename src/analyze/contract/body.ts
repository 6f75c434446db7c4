import {
  effectiveSchema,
  type JsonSchema,
  type Member,
  type Model,
  resolved,
  type Shape,
  type Template,
} from '../../ir/index.js'
import { looseKey } from '../../naming/loose-match.js'
import {
  type Alternatives,
  type FindSchema,
  isNullable,
  itemsOf,
  objectSchema,
  type ObjectSchema,
  onlyValue,
  partsOf,
  typesIn,
} from './schemas.js'
import { ELEMENT_MEMBERS } from '../models/recognized.js'
import { linkMember } from './links.js'
import { isHidden } from './related-keys.js'
import { describes, isComponent, isOfType, othersIn, shapeOf, type ShapeSource } from './shape.js'
import { shapesIn } from '../../ir/contracts.js'

/** Whether a response contains one item or a page of them. */
export type Content = 'item' | 'items'

/** Maximum number of objects around the items of a list. */
const MAX_LEVELS = 2

/** Maximum number of relations from the items of a list to one in `included`. */
const MAX_INCLUDED = 2

/** A relation that leads to an item in `included`. */
interface Step {
  readonly model: Model
  readonly end: string
  readonly relation: string
}

/** The names of members that contain the URL of an item beside it. */
const ITEM_URLS: ReadonlySet<string> = new Set(['fullurl', 'href', 'self', 'url'])

/** A number of all items, or of those on the page, as the other members say. */
const SOME_COUNT = 'someCount'

/** The cursor of the next page, if no other member is. */
const SOME_CURSOR = 'someCursor'

/** The cursor of the page before, which only lists with a parameter for it have. */
const PREVIOUS_CURSOR = 'previousCursor'

/** The keys of the first and the last item of a page. */
const FIRST_KEY = 'firstKey'
const LAST_KEY = 'lastKey'

/** The facts about a page, by the names of members without case, `-`, `_` and `@`, for each type of the member. */
const FACTS: Readonly<Record<'number' | 'text' | 'url' | 'flag', Readonly<Record<string, string>>>> = {
  number: {
    total: 'total',
    totalcount: 'total',
    totalitems: 'total',
    totalelements: 'total',
    totalresults: 'total',
    totalsize: 'total',
    totalrecords: 'total',
    totalrows: 'total',
    totalhits: 'total',
    '@count': 'total',
    '@odata.count': 'total',
    page: 'page',
    number: 'page',
    pagenumber: 'page',
    pageindex: 'page',
    currentpage: 'page',
    perpage: 'limit',
    pagesize: 'limit',
    itemsperpage: 'limit',
    limit: 'limit',
    size: 'limit',
    take: 'limit',
    top: 'limit',
    pagelimit: 'limit',
    maxresults: 'limit',
    maxitems: 'limit',
    maxpagesize: 'limit',
    offset: 'offset',
    skip: 'offset',
    start: 'offset',
    startindex: 'offset',
    pageoffset: 'offset',
    totalpages: 'pages',
    pagecount: 'pages',
    pages: 'pages',
    lastpage: 'pages',
    from: 'from',
    to: 'to',
    count: SOME_COUNT,
    numberofelements: 'count',
    numbermatched: 'total',
    itemstotal: 'total',
    pagestotal: 'pages',
    numberreturned: 'count',
    nextpage: 'nextPage',
    prevpage: 'previousPage',
    previouspage: 'previousPage',
    firstid: FIRST_KEY,
    lastid: LAST_KEY,
  },
  text: {
    cursor: SOME_CURSOR,
    nextcursor: 'cursor',
    aftercursor: 'cursor',
    nextpagetoken: 'cursor',
    nexttoken: 'cursor',
    continuationtoken: 'cursor',
    nextpagecursor: 'cursor',
    nextmarker: 'cursor',
    endcursor: 'cursor',
    previouscursor: PREVIOUS_CURSOR,
    prevcursor: PREVIOUS_CURSOR,
    beforecursor: PREVIOUS_CURSOR,
    startcursor: PREVIOUS_CURSOR,
    firstid: FIRST_KEY,
    lastid: LAST_KEY,
    next: 'next',
    nextlink: 'next',
    nexturl: 'next',
    nextpageurl: 'next',
    prev: 'previous',
    prevurl: 'previous',
    prevpageurl: 'previous',
    previous: 'previous',
    previouslink: 'previous',
    previousurl: 'previous',
    previouspageurl: 'previous',
    first: 'first',
    firstpageurl: 'first',
    last: 'last',
    lastpageurl: 'last',
    self: 'self',
    url: 'path',
    path: 'path',
    '@odata.nextlink': 'next',
  },
  url: {
    nextpage: 'next',
    prevpage: 'previous',
    previouspage: 'previous',
    firstpage: 'first',
    lastpage: 'last',
  },
  flag: {
    hasmore: 'hasMore',
    hasnext: 'hasNext',
    hasnextpage: 'hasNext',
    hasprev: 'hasPrevious',
    hasprevpage: 'hasPrevious',
    hasprevious: 'hasPrevious',
    haspreviouspage: 'hasPrevious',
    first: 'isFirst',
    last: 'isLast',
    empty: 'isEmpty',
  },
}

/** What an object of an envelope describes: the page, only its cursors, the next page, or something else. */
type About = 'page' | 'cursors' | 'next' | 'other'

/** The members of objects with cursors, and of one for the next page. */
const CURSOR_FACTS: Readonly<Record<'cursors' | 'next', Readonly<Record<string, string>>>> = {
  cursors: {
    next: 'cursor',
    after: 'cursor',
    previous: PREVIOUS_CURSOR,
    prev: PREVIOUS_CURSOR,
    before: PREVIOUS_CURSOR,
  },
  next: { after: 'cursor', cursor: 'cursor', link: 'next', url: 'next' },
}

/** The objects of an envelope that describe the page. */
const FACT_OBJECTS: ReadonlySet<string> = new Set([
  'meta',
  'metadata',
  'page',
  'pageable',
  'pageinfo',
  'paging',
  'pagination',
  'paginationinfo',
  'responsemetadata',
  'resultinfo',
  'links',
])

/** The names of facts: those of members that show them. */
export const FACT_NAMES: readonly string[] = [
  'total',
  'count',
  'limit',
  'offset',
  'page',
  'next_page',
  'previous_page',
  'total_pages',
  'from',
  'to',
  'has_more',
  'has_previous',
  'next_cursor',
  'previous_cursor',
  'first_id',
  'last_id',
  'path',
  'self',
  'first',
  'previous',
  'next',
  'last',
]

/** Returns the fact that `x-member` names, or undefined if there is none. */
export function namedFact(name: string): string | undefined {
  const known = looseKey(name)
  const fact = Object.values(FACTS).find((each) => Object.hasOwn(each, known))?.[known]
  if (fact === SOME_COUNT) return 'count'
  if (fact === SOME_CURSOR) return 'cursor'
  const facts = Object.values(FACTS).flatMap((each) => Object.values(each))
  return name !== SOME_COUNT && name !== SOME_CURSOR && facts.includes(name) ? name : fact
}

/** Returns the fact that a member of a list's envelope shows, or undefined if its name and type say nothing. */
function factOf(name: string, schema: JsonSchema, find: FindSchema, about: About): string | undefined {
  if (typeof schema['x-member'] === 'string') return namedFact(schema['x-member'])
  const types = typesIn(schema, find)
  const known = looseKey(name)
  if (about === 'cursors' || about === 'next')
    return types.includes('string') && Object.hasOwn(CURSOR_FACTS[about], known)
      ? CURSOR_FACTS[about][known]
      : undefined
  if (about === 'other') return undefined
  const fact = (kind: keyof typeof FACTS): string | undefined =>
    Object.hasOwn(FACTS[kind], known) ? FACTS[kind][known] : undefined
  if (types.includes('boolean')) return fact('flag')
  const isNumber = types.includes('integer') || types.includes('number')
  const isUrl = ['uri', 'url'].includes(String(effectiveSchema(schema, find)['format']))
  const text = types.includes('string') ? (fact('text') ?? (isUrl ? fact('url') : undefined)) : undefined
  return text ?? (isNumber || !types.includes('string') ? fact('number') : undefined)
}

/**
 * Returns how a response is made from items of a model, or null if its schema does not describe such items, alone or in an
 * envelope.
 */
export function bodyTemplate(
  schema: JsonSchema,
  content: Content,
  model: Model,
  source: ShapeSource,
): Template | null {
  const template = new Envelope(content, model, source).template(schema, 0)
  if (template === null) return null
  return decided(template, {
    [SOME_COUNT]: content === 'items' && !shows(template, 'total') ? 'total' : 'count',
    [SOME_CURSOR]: shows(template, 'cursor') ? undefined : 'cursor',
  })
}

/** Returns a template in which facts whose meaning depends on the other members have it. Those without one are left out. */
function decided(template: Template, facts: Readonly<Record<string, string | undefined>>): Template {
  if (!('object' in template)) return template
  const members = Object.entries(template.object).flatMap(([name, each]): [string, Template][] => {
    if (!('fact' in each) || !Object.hasOwn(facts, each.fact)) return [[name, decided(each, facts)]]
    const fact = facts[each.fact]
    return fact === undefined ? [] : [[name, { ...each, fact }]]
  })
  return { ...template, object: Object.fromEntries(members) }
}

/**
 * Returns the alternative of a response that is the model's component, beside others such as `{ id, deleted: true }`. Returns other
 * schemas as they are.
 */
function itemIn(schema: JsonSchema, model: Model, find: FindSchema): JsonSchema {
  const known = resolved(schema, find)
  const alternatives = [...partsOf(known, 'anyOf'), ...partsOf(known, 'oneOf')]
  const [only, ...others] = alternatives.filter((each) => isComponent(each, model, find))
  return only !== undefined && others.length === 0 ? only : schema
}

class Envelope {
  readonly #content: Content
  readonly #model: Model
  readonly #source: ShapeSource

  constructor(content: Content, model: Model, source: ShapeSource) {
    this.#content = content
    this.#model = model
    this.#source = source
  }

  /** Returns null if the schema contains no items, or several times. */
  template(schema: JsonSchema, level: number): Template | null {
    return this.#items(schema) ?? (level > MAX_LEVELS ? null : this.#object(schema, level))
  }

  /** Returns the template of the items themselves. */
  #items(schema: JsonSchema): Template | null {
    const { find } = this.#source
    const described = this.#content === 'items' ? itemsOf(schema, find) : itemIn(schema, this.#model, find)
    const object = described === null ? null : objectSchema(described, find)
    if (described === null || object === null) return null
    const inner = this.#content === 'items' ? this.#inElement(object) : undefined
    if (inner !== undefined) return { items: this.#elementShape(object, inner) }
    if (!this.#describes(described)) return null
    this.#source.seeItems?.(object.names)
    const shape = shapeOf(object, this.#model, this.#source)
    return this.#content === 'items' ? { items: shape } : { item: shape }
  }

  /** Returns the member with the item in the elements of a list, such as `{ fullUrl, resource }`. */
  #inElement({ properties }: ObjectSchema): string | undefined {
    return [...properties.keys()].find(
      (name) =>
        ELEMENT_MEMBERS.has(looseKey(name)) &&
        isComponent(properties.get(name) ?? {}, this.#model, this.#source.find),
    )
  }

  /** Returns what an element of a list shows: the item in one member, its URL, and constants. */
  #elementShape({ properties, required }: ObjectSchema, inner: string): Shape {
    const source = this.#source
    const item = objectSchema(properties.get(inner) ?? {}, source.find)
    const members = [...properties].flatMap(([name, property]): [string, Member][] => {
      if (name === inner && item !== null) {
        source.seeItems?.(item.names)
        return [[name, { part: shapeOf(item, this.#model, source) }]]
      }
      const constant = property['x-value'] ?? onlyValue(property, source.find)
      if (constant !== undefined) return [[name, { constant }]]
      const isUrl = ITEM_URLS.has(looseKey(name)) && property['x-link'] === undefined
      const member = linkMember(
        name,
        isUrl ? { ...property, 'x-link': 'self' } : property,
        this.#model,
        source,
      )
      if (member !== undefined) return [[name, member]]
      if (required.has(name)) source.report(name)
      else source.leaveOut?.(name)
      return []
    })
    return { members: Object.fromEntries(members) }
  }

  /** Returns whether a schema describes the items. Records what it has besides, if that is less than half of it. */
  #describes(schema: JsonSchema): boolean {
    if (describes(schema, this.#model, this.#source)) return true
    const others = othersIn(schema, this.#model, this.#source) ?? []
    const size = objectSchema(schema, this.#source.find)?.properties.size ?? 0
    if (others.length < size / 2) this.#source.seeOthers?.(others)
    return false
  }

  /** Returns whether a schema describes the items, alone or in an envelope. */
  #hasItems(schema: JsonSchema, level: number): boolean {
    const { find } = this.#source
    const described = this.#content === 'items' ? itemsOf(schema, find) : itemIn(schema, this.#model, find)
    if (described !== null && this.#describes(described)) return true
    const element = this.#content === 'items' && described !== null ? objectSchema(described, find) : null
    if (element !== null && this.#inElement(element) !== undefined) return true
    const object = level > MAX_LEVELS ? null : objectSchema(schema, find)
    return [...(object?.properties.values() ?? [])].some((each) => this.#hasItems(each, level + 1))
  }

  #object(schema: JsonSchema, level: number, about: About = 'page'): Template | null {
    const { find } = this.#source
    const object = objectSchema(schema, find)
    if (object === null) return null
    const found = [...object.properties].filter(
      ([name, property]) => !isIncluded(name, object) && this.#hasItems(property, level + 1),
    )
    const [only] = found
    const template = only === undefined ? undefined : this.template(only[1], level + 1)
    if ((template === undefined && level === 0) || template === null || found.length > 1) return null
    const content = only === undefined || template === undefined ? undefined : ([only[0], template] as const)
    const unknown: string[] = []
    const members = [...object.properties].flatMap(([name, property]): [string, Template][] => {
      if (content !== undefined && name === content[0]) return [[name, content[1]]]
      const included = isIncluded(name, object) ? this.#included(property) : null
      const template = included ?? this.#member(name, property, level, about)
      const isNeeded = object.required.has(name) && !this.#isNullable(property)
      if (template !== null) return [[name, isNeeded ? withAbsent(template, property, find) : template]]
      if (object.required.has(name)) this.#source.report(name)
      else unknown.push(name)
      return []
    })
    // An object without any known member is left out itself.
    if (level === 0 || members.length > 0) for (const name of unknown) this.#source.leaveOut?.(name)
    const nullable = members
      .map(([name]) => name)
      .filter((name) => this.#isNullable(object.properties.get(name)))
    return { object: Object.fromEntries(members), ...(nullable.length === 0 ? {} : { nullable }) }
  }

  /** Returns the template of the related items in `included`, as in JSON:API, or null if it describes none. */
  #included(schema: JsonSchema): Template | null {
    const { find } = this.#source
    const items = itemsOf(schema, find) ?? {}
    const known = resolved(items, find)
    const choices = [...partsOf(known, 'anyOf'), ...partsOf(known, 'oneOf'), items]
    const included = this.#includedBelow(this.#model, choices, [])
    return included.length === 0 ? null : { included: Object.fromEntries(included) }
  }

  /** Returns the related items of a model among the choices, and the only ones that each of them refers to, by their paths. */
  #includedBelow(
    model: Model,
    choices: readonly JsonSchema[],
    above: readonly Step[],
  ): readonly [string, Shape][] {
    const { find, models, relations, nest } = this.#source
    const ends = model.relations.filter(
      ({ many, relation }) =>
        above.length === 0 || (!many && above.every((step) => step.relation !== relation)),
    )
    return ends.flatMap(({ name, target, relation }): readonly [string, Shape][] => {
      const related = models.get(target)
      const found = related && choices.find((each) => isComponent(each, related, find))
      const object = found === undefined ? null : objectSchema(found, find)
      if (related === undefined || object === null || isHidden(name, model, relations)) return []
      const steps = [...above, { model, end: name, relation }]
      nest(
        steps.map((step) => step.model),
        name,
      )
      const below = steps.length < MAX_INCLUDED ? this.#includedBelow(related, choices, steps) : []
      return [
        [steps.map(({ end }) => end).join('.'), shapeOf(object, related, this.#source, steps)],
        ...below,
      ]
    })
  }

  #isNullable(schema: JsonSchema | undefined): boolean {
    return schema !== undefined && isNullable(schema, this.#source.find)
  }

  /** Returns whether responses have a fact, in the type of the schema. */
  #has(fact: string, schema: JsonSchema): boolean {
    const { key } = this.#model
    if (fact === FIRST_KEY || fact === LAST_KEY)
      return (
        !isHidden(key, this.#model, this.#source.relations) &&
        isOfType(typesIn(schema, this.#source.find), key, this.#model)
      )
    return fact !== PREVIOUS_CURSOR || this.#source.goesBack
  }

  #member(name: string, schema: JsonSchema, level: number, about: About): Template | null {
    const named = schema['x-member']
    if (typeof named === 'string' && namedFact(named) === undefined) this.#source.reportFact?.(name, named)
    if (schema['x-value'] !== undefined) return { constant: schema['x-value'] }
    const constant = onlyValue(schema, this.#source.find)
    if (constant !== undefined) return { constant }
    const fact = factOf(name, schema, this.#source.find, about)
    // The answer with a single item is no page, but has a URL.
    const isItem = this.#content === 'item' && fact !== 'self'
    const isKnown = fact !== undefined && !isItem && this.#has(fact, schema)
    if (isKnown && !typesIn(schema, this.#source.find).includes('object'))
      return { fact: factAs(fact, schema, this.#source.find) }
    const link =
      about === 'page'
        ? (linkIn(name, schema, this.#source.find) ?? linkListIn(name, schema, this.#source.find))
        : null
    if (link !== null) return link
    const below = level < MAX_LEVELS ? this.#object(schema, level + 1, aboutOf(name, about)) : null
    return below !== null && 'object' in below && Object.keys(below.object).length > 0 ? below : null
  }
}

/** Returns the variant of a fact that a schema allows: a number of pages that is not 0, an absolute URL. */
function factAs(fact: string, schema: JsonSchema, find: FindSchema): string {
  if (fact === 'path' && effectiveSchema(schema, find)['format'] === 'uri') return 'self'
  return fact === 'pages' && isPositive(schema, find) ? 'somePages' : fact
}

/** Returns whether a schema refuses 0. */
function isPositive(schema: JsonSchema, find: FindSchema): boolean {
  return Number(effectiveSchema(schema, find)['minimum'] ?? 0) > 0
}

/** The facts that some pages lack: the first, the last or an empty one. */
const OPTIONAL_FACTS: ReadonlySet<string> = new Set([
  'cursor',
  SOME_CURSOR,
  PREVIOUS_CURSOR,
  FIRST_KEY,
  LAST_KEY,
  'next',
  'previous',
  'last',
  'nextPage',
  'previousPage',
  'from',
  'to',
])

/**
 * Returns a template that shows a fact also on pages that lack it: as an empty text or 0, if the schema allows that. An object
 * is empty then.
 */
function withAbsent(template: Template, schema: JsonSchema, find: FindSchema): Template {
  if ('object' in template && 'href' in template.object) {
    const { href = template } = template.object
    const declared = objectSchema(schema, find)?.properties.get('href') ?? {}
    return { ...template, object: { href: withAbsent(href, declared, find) } }
  }
  if ('object' in template || 'included' in template) return { ...template, isRequired: true }
  if (!('fact' in template) || !OPTIONAL_FACTS.has(template.fact)) return template
  const absent = typesIn(schema, find).includes('string') ? '' : 0
  const { minLength = 0, minimum = 0, pattern, enum: values } = effectiveSchema(schema, find)
  const isAllowed = absent === '' ? Number(minLength) === 0 && pattern === undefined : Number(minimum) <= 0
  return isAllowed && values === undefined ? { ...template, absent } : template
}

/** Returns what an object in an object of an envelope describes. */
function aboutOf(name: string, around: About): About {
  const known = looseKey(name)
  if (around !== 'page') return 'other'
  if (known === 'cursor' || known === 'cursors') return 'cursors'
  if (known === 'next') return known
  return FACT_OBJECTS.has(known) ? 'page' : 'other'
}

/** Returns the template of a list of links such as `{ relation: 'next', url: … }`, or null for other members. */
function linkListIn(name: string, schema: JsonSchema, find: FindSchema): Template | null {
  const items = looseKey(name) === 'link' || looseKey(name) === 'links' ? itemsOf(schema, find) : null
  const properties = (items && objectSchema(items, find))?.properties ?? new Map<string, JsonSchema>()
  const relation = ['relation', 'rel'].find((member) => properties.has(member))
  const url = ['url', 'href'].find((member) => properties.has(member))
  // A list of values might lack one that the service has.
  const isOpen = effectiveSchema(properties.get(relation ?? '') ?? {}, find)['enum'] === undefined
  return relation === undefined || url === undefined || !isOpen
    ? null
    : { list: 'links', each: { object: { [relation]: { fact: relation }, [url]: { fact: 'url' } } } }
}

/** Returns the template of a link in HAL, such as `next: { href: … }`, or null for other members. */
function linkIn(name: string, schema: JsonSchema, find: FindSchema): Template | null {
  const href = objectSchema(schema, find)?.properties.get('href')
  const fact = href === undefined ? undefined : factOf(name, href, find, 'page')
  return fact === undefined ? null : { object: { href: { fact } } }
}

/** Returns whether a member contains the items that are related to those in `data`, as in JSON:API. */
function isIncluded(name: string, { properties }: ObjectSchema): boolean {
  return name === 'included' && properties.has('data')
}

/** Returns whether a template shows a fact. */
export function shows(template: Template | undefined, fact: string): boolean {
  if (template === undefined) return false
  if ('fact' in template) return template.fact === fact
  if ('list' in template) return template.list === fact
  return 'object' in template && Object.values(template.object).some((each) => shows(each, fact))
}

/** Returns the members of the items in a body, with those of their parts. */
export function membersIn(template: Template | undefined): ReadonlySet<string> {
  return new Set(shapesIn(template).flatMap(membersOf))
}

/** Returns the type of the resource objects of JSON:API in a body, with their attributes and relationships; null for others. */
export function resourceIn(
  template: Template | undefined,
): { readonly type: string; readonly members: readonly string[] } | null {
  const [shape] = shapesIn(template)
  const { type, attributes, relationships } = shape?.members ?? {}
  if (type === undefined || type === 'value' || !('constant' in type) || attributes === undefined) return null
  const members = [attributes, relationships].flatMap((each) =>
    each !== undefined && each !== 'value' && 'part' in each ? Object.keys(each.part.members) : [],
  )
  return { type: String(type.constant), members }
}

/** Returns the members of the items in a body, of which `_embedded`, `_links` and `attributes` can be some. */
export function outerMembersIn(template: Template | undefined): ReadonlySet<string> {
  return new Set(shapesIn(template).flatMap(({ members }) => Object.keys(members)))
}

/**
 * Returns the members that a body has of all items. Searches and filters with others would reveal what the body leaves out.
 * @param own the alternatives of the model itself, whose items have only the members of their own
 */
export function matchableIn(
  template: Template | undefined,
  own: readonly Alternatives[],
): ReadonlySet<string> {
  const partial = new Set(
    shapesIn(template)
      .flatMap(alternativesOf)
      .filter((each) => !own.some((known) => JSON.stringify(known) === JSON.stringify(each)))
      .flatMap(({ members }) => Object.values(members).flat()),
  )
  const taken = takenIn(template)
  return new Set([...membersIn(template)].filter((name) => !partial.has(name) && !taken.has(name)))
}

/** Returns the members that show something else than the field of their name, and the path of that. */
export function takenIn(template: Template | undefined): ReadonlyMap<string, string> {
  return new Map(shapesIn(template).flatMap(takenMembers))
}

function takenMembers({ members }: Shape): readonly (readonly [name: string, path: string])[] {
  return Object.entries(members).flatMap(([name, member]): readonly (readonly [string, string])[] => {
    if (member === 'value') return []
    if ('part' in member) return takenMembers(member.part)
    if ('at' in member) return [[name, member.at.join('.')]]
    if ('count' in member) return [[name, `${member.count}.count`]]
    const { of = name, only } = 'only' in member ? member : {}
    if (!('document' in member) || only === undefined) return []
    const [[, path = only] = []] = takenMembers({
      members: { [only]: member.document.members[only] ?? 'value' },
    })
    return [[name, `${of}.${path}`]]
  })
}

function alternativesOf({ members, alternatives = [] }: Shape): readonly Alternatives[] {
  const parts = Object.values(members).flatMap((member) =>
    member !== 'value' && 'part' in member ? alternativesOf(member.part) : [],
  )
  return [...alternatives, ...parts]
}

/** Returns the members of the items in a body that are keys or documents, or left out, as `expand` says. */
export function expandableIn(template: Template | undefined): ReadonlySet<string> {
  return new Set([...shapesIn(template).flatMap(expandableMembers), ...includedBy(template)])
}

/** Returns the relations whose items a body contains beside its own ones. */
function includedBy(template: Template | undefined): readonly string[] {
  if (template === undefined || !('object' in template)) return []
  return Object.values(template.object).flatMap((each) =>
    'included' in each ? Object.keys(each.included) : includedBy(each),
  )
}

function expandableMembers({ members }: Shape): readonly string[] {
  return Object.entries(members).flatMap(([name, member]) => {
    if (member === 'value') return []
    if ('part' in member) return expandableMembers(member.part)
    return 'expanded' in member || 'isOnDemand' in member ? [name] : []
  })
}

function membersOf({ members }: Shape): readonly string[] {
  return Object.entries(members).flatMap(([name, member]) =>
    member !== 'value' && 'part' in member ? membersOf(member.part) : [name],
  )
}
