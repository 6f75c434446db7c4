import { isObject, type Json, type JsonSchema } from '../../ir/index.js'
import { breaksAt, type Place, PLACES, type Rule, type SchemaChange } from '../rules.js'
import { isBreaking } from '../change.js'
import {
  asSchema,
  expandedText,
  flat,
  type FlatSchema,
  isSame,
  type Located,
  schemasIn,
} from './flat-schema.js'
import {
  compareEntries,
  compareLimits,
  compareTexts,
  compareTypes,
  compareValues,
  compareWholes,
  type Note,
} from './keyword-comparison.js'

/** A change of a part of a schema. */
export interface PartChange {
  /** Below the schema: `.owner.name`, `[]`, or an empty string for the schema itself. */
  readonly at: string
  readonly rule: Rule
  readonly breaking: boolean
  readonly change: string
}

/**
 * Two schemas at a place. Each pair is compared once: where a schema refers to another one, the pair of these is a unit of
 * its own, so that recursive schemas end and large documents take time in proportion to their size.
 */
export interface Unit {
  /** The two schemas, whatever the place. */
  readonly schemas: string
  readonly changes: PartChange[]
  readonly parts: { readonly at: string; readonly unit: Unit }[]
  /** Whether there are changes in the unit or below it. */
  isChanged: boolean
}

interface Pair {
  readonly before: Located
  readonly after: Located
  readonly place: Place
}

/** Whether properties in a header's object have rules of their own. */
type Names = 'body' | 'header'

const ANYTHING: JsonSchema = {}

export class SchemaComparison {
  readonly #units = new Map<string, Unit>()
  readonly #pending: { readonly pair: Pair; readonly names: Names; readonly unit: Unit }[] = []
  readonly #ids = new WeakMap<JsonSchema, number>()
  #count = 0

  /** Returns the unit of two schemas. {@link settle} compares it. */
  unit({ before: one, after: two, place }: Pair, names: Names = 'body'): Unit {
    const [before, after] = [target(one), target(two)]
    const schemas = `${this.#id(before.schema)} ${this.#id(after.schema)}`
    const key = `${place} ${names} ${schemas}`
    const known = this.#units.get(key)
    if (known !== undefined) return known
    const unit: Unit = { schemas, changes: [], parts: [], isChanged: false }
    this.#units.set(key, unit)
    this.#pending.push({ pair: { before, after, place }, names, unit })
    return unit
  }

  /** Compares all units, and those that they refer to. */
  settle(): void {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop())
      new PairComparison(this, next.unit, next.names).compare(next.pair, '')
    const users = new Map<Unit, Unit[]>()
    for (const unit of this.#units.values())
      for (const { unit: part } of unit.parts) users.set(part, [...(users.get(part) ?? []), unit])
    const changed = [...this.#units.values()].filter(({ changes }) => changes.length > 0)
    for (const unit of changed) unit.isChanged = true
    for (const unit of changed)
      for (const user of users.get(unit) ?? [])
        if (!user.isChanged) {
          user.isChanged = true
          changed.push(user)
        }
  }

  #id(schema: JsonSchema): number {
    const known = this.#ids.get(schema)
    if (known !== undefined) return known
    this.#count += 1
    this.#ids.set(schema, this.#count)
    return this.#count
  }
}

/** Returns the changes in a unit and below it, each at the first place that has it, nearest ones first. */
export function changesIn(root: Unit): readonly PartChange[] {
  const found: PartChange[] = []
  const seen = new Set([root.schemas])
  const queue = [{ at: '', unit: root }]
  for (const { at, unit } of queue) {
    for (const change of unit.changes) found.push({ ...change, at: at + change.at })
    for (const part of unit.parts)
      if (part.unit.isChanged && !seen.has(part.unit.schemas)) {
        seen.add(part.unit.schemas)
        queue.push({ at: at + part.at, unit: part.unit })
      }
  }
  return found
}

class PairComparison {
  readonly #comparison: SchemaComparison
  readonly #unit: Unit
  readonly #names: Names

  constructor(comparison: SchemaComparison, unit: Unit, names: Names) {
    this.#comparison = comparison
    this.#unit = unit
    this.#names = names
  }

  compare({ before, after, place }: Pair, at: string): void {
    const [was, is] = [flat(before), flat(after)]
    const note = (change: SchemaChange, text: string): void => this.#note(place, change, at, text)
    const isComparable = this.#alternatives({ before, after, place }, was, is, at)
    if (!isComparable) return
    compareTypes(was, is, place, note)
    compareValues(was, is, note)
    compareLimits(was.keywords, is.keywords, note)
    compareTexts(was.keywords, is.keywords, note)
    compareWholes({ before, after }, was.keywords, is.keywords, note)
    this.#members({ before, after, place }, was, is, at)
    this.#items({ before, after, place }, was, is, at, note)
  }

  #note(place: Place, change: SchemaChange, at: string, text: string): void {
    const name = named(place, change)
    const rule: Rule = `${place}-${name}`
    const isHeaderEnum =
      this.#names === 'header' && at !== '' && rule === 'request-parameter-property-became-enum'
    this.#unit.changes.push({
      at,
      rule: isHeaderEnum ? 'request-header-property-became-enum' : rule,
      breaking: breaksAt(place, name),
      change: text,
    })
  }

  /** Compares a part, which is a unit of its own if it could contain itself. */
  #part(pair: Pair, at: string): void {
    const { before, after } = pair
    if (isComposed(before.schema) || isComposed(after.schema))
      this.#unit.parts.push({
        at,
        unit: this.#comparison.unit(pair, this.#names),
      })
    else this.compare(pair, at)
  }

  /** Compares alternatives. Returns false if one schema has alternatives in the place of the other. */
  #alternatives(pair: Pair, was: FlatSchema, is: FlatSchema, at: string): boolean {
    const { before, after, place } = pair
    const note = (change: SchemaChange, text: string): void => this.#note(place, change, at, text)
    for (const [keyword, name] of [
      ['anyOf', 'any-of'],
      ['oneOf', 'one-of'],
    ] as const) {
      const [from, to] = [was[keyword], is[keyword]]
      if (from.length === 0 && to.length === 0) continue
      if (from.length > 0 && to.length > 0) {
        this.#matched(pair, from, to, { keyword, name, at })
        continue
      }
      const isWrapped = from.length === 0
      const [whole, list, single] = isWrapped ? [is, to, before] : [was, from, after]
      const holder = isWrapped ? after : before
      const kept = list.find((each) => isSameAlternative(single, each, holder))
      const others = list.filter((each) => each !== kept)
      const verb = isWrapped ? 'added to' : 'removed from'
      if (kept === undefined)
        note(
          isWrapped ? 'wrapped-in-one-of' : 'unwrapped-from-one-of',
          `${keyword} ${isWrapped ? 'added' : 'removed'}`,
        )
      else
        for (const each of others)
          note(`${name}-${isWrapped ? 'added' : 'removed'}`, `${labelOf(each)} ${verb} ${keyword}`)
      if (whole.properties.size === 0 && whole.types === null) return false
    }
    return true
  }

  #matched(
    { before, after, place }: Pair,
    from: readonly JsonSchema[],
    to: readonly JsonSchema[],
    {
      keyword,
      name,
      at,
    }: {
      readonly keyword: 'anyOf' | 'oneOf'
      readonly name: 'any-of' | 'one-of'
      readonly at: string
    },
  ): void {
    const left = new Set(to)
    const unmatched: JsonSchema[] = []
    const part = (one: JsonSchema, two: JsonSchema): void => {
      left.delete(two)
      this.#part(
        {
          before: { ...before, schema: one },
          after: { ...after, schema: two },
          place: nested(place),
        },
        `${at}${labelPath(two)}`,
      )
    }
    for (const one of from) {
      const label = nameOf(one)
      const two = [...left].find((each) => (label === null ? isSame(each, one) : nameOf(each) === label))
      if (two === undefined) unmatched.push(one)
      else part(one, two)
    }
    const [inline, others] = [
      unmatched.filter((each) => nameOf(each) === null),
      [...left].filter((each) => nameOf(each) === null),
    ]
    const isPaired = inline.length === others.length && left.size === unmatched.length
    for (const [index, one] of inline.entries()) {
      const two = others[index]
      if (isPaired && two !== undefined) part(one, two)
    }
    for (const one of unmatched)
      if (!isPaired || nameOf(one) !== null)
        this.#note(place, `${name}-removed`, at, `${labelOf(one)} removed from ${keyword}`)
    for (const two of left) this.#note(place, `${name}-added`, at, `${labelOf(two)} added to ${keyword}`)
  }

  #members({ before, after, place }: Pair, was: FlatSchema, is: FlatSchema, at: string): void {
    const direction = PLACES[place]
    const isRequest = direction === 'request' || place === 'request-read-only-property'
    for (const [name, schema] of was.properties) {
      const next = is.properties.get(name)
      const path = `${at}.${name}`
      const one = { ...before, schema }
      if (next === undefined) this.#removed(isRequest, flat(one), was.required.has(name), path)
      else {
        const two = { ...after, schema: next }
        this.#kept(isRequest, { name, path, one: flat(one), two: flat(two), was, is })
        this.#part({ before: one, after: two, place: this.#placeBelow(place, flat(one), flat(two)) }, path)
      }
    }
    for (const [name, schema] of is.properties)
      if (!was.properties.has(name))
        this.#added(isRequest, flat({ ...after, schema }), is.required.has(name), `${at}.${name}`)
    this.#additional({ before, after, place }, was.keywords, is.keywords, at)
    compareEntries(
      was.keywords['patternProperties'],
      is.keywords['patternProperties'],
      (pattern, from, to) => {
        const path = `${at}.{${pattern}}`
        if (from === undefined) this.#note(place, 'pattern-property-added', path, 'added')
        else if (to === undefined) this.#note(place, 'pattern-property-removed', path, 'removed')
        else this.#part(this.#below({ before, after, place }, from, to), path)
      },
    )
  }

  #placeBelow(place: Place, one: FlatSchema, two: FlatSchema): Place {
    const below = nested(place)
    const isBoth = (keyword: string): boolean =>
      one.keywords[keyword] === true && two.keywords[keyword] === true
    if (below === 'request-property' && isBoth('readOnly')) return 'request-read-only-property'
    if (below === 'response-property' && isBoth('writeOnly')) return 'response-write-only-property'
    return below
  }

  #rule(rule: Parameters<typeof isBreaking>[0], at: string, change: string): void {
    this.#unit.changes.push({ at, rule, breaking: isBreaking(rule), change })
  }

  #removed(isRequest: boolean, { keywords }: FlatSchema, isRequired: boolean, at: string): void {
    if (isRequest) {
      // Clients cannot set it.
      if (keywords['readOnly'] !== true) this.#rule('request-property-removed', at, 'removed')
      return
    }
    const kind = isRequired ? 'required' : 'optional'
    this.#rule(
      keywords['writeOnly'] === true
        ? `response-${kind}-write-only-property-removed`
        : `response-${kind}-property-removed`,
      at,
      'removed',
    )
  }

  #added(isRequest: boolean, { keywords }: FlatSchema, isRequired: boolean, at: string): void {
    const kind = isRequired ? 'required' : 'optional'
    if (!isRequest) {
      this.#rule(
        keywords['writeOnly'] === true
          ? `response-${kind}-write-only-property-added`
          : `response-${kind}-property-added`,
        at,
        'added',
      )
      return
    }
    if (!isRequired || keywords['readOnly'] === true) this.#rule('new-optional-request-property', at, 'added')
    else if (this.#names === 'header')
      this.#rule('new-required-request-header-property', at, 'added (required)')
    else if ('default' in keywords)
      this.#rule('new-required-request-property-with-default', at, 'added (required, with a default)')
    else this.#rule('new-required-request-property', at, 'added (required)')
  }

  #kept(
    isRequest: boolean,
    {
      name,
      path,
      one,
      two,
      was,
      is,
    }: {
      readonly name: string
      readonly path: string
      readonly one: FlatSchema
      readonly two: FlatSchema
      readonly was: FlatSchema
      readonly is: FlatSchema
    },
  ): void {
    const side = isRequest ? 'request' : 'response'
    const isRequired = is.required.has(name)
    const ignored = isRequest ? 'readOnly' : 'writeOnly'
    const isIgnored = one.keywords[ignored] === true && two.keywords[ignored] === true
    if (was.required.has(name) !== isRequired) this.#requirement(isRequest, isRequired, isIgnored, two, path)
    const kind = isRequired ? 'required' : 'optional'
    for (const [keyword, text] of [
      ['readOnly', 'read-only'],
      ['writeOnly', 'write-only'],
    ] as const) {
      if ((one.keywords[keyword] === true) === (two.keywords[keyword] === true)) continue
      if (two.keywords[keyword] === true)
        this.#rule(`${side}-${kind}-property-became-${text}`, path, `now ${text}`)
      else this.#rule(`${side}-${kind}-property-became-not-${text}`, path, `no longer ${text}`)
    }
    if ((one.keywords['deprecated'] === true) === (two.keywords['deprecated'] === true)) return
    if (two.keywords['deprecated'] === true) this.#rule(`${side}-property-deprecated`, path, 'deprecated')
    else this.#rule(`${side}-property-reactivated`, path, 'no longer deprecated')
  }

  #requirement(
    isRequest: boolean,
    isRequired: boolean,
    isIgnored: boolean,
    { keywords }: FlatSchema,
    at: string,
  ): void {
    const text = isRequired ? 'now required' : 'no longer required'
    if (!isRequest) {
      const subject = isIgnored ? 'response-write-only-property' : 'response-property'
      this.#rule(isRequired ? `${subject}-became-required` : `${subject}-became-optional`, at, text)
      return
    }
    if (isIgnored) return
    if (!isRequired) this.#rule('request-property-became-optional', at, text)
    else if (this.#names === 'header') this.#rule('request-header-property-became-required', at, text)
    else if ('default' in keywords)
      this.#rule('request-property-became-required-with-default', at, `${text}, with a default`)
    else this.#rule('request-property-became-required', at, text)
  }

  #additional({ before, after, place }: Pair, was: JsonSchema, is: JsonSchema, at: string): void {
    const [from, to] = [was['additionalProperties'] ?? true, is['additionalProperties'] ?? true]
    if (from !== false && to === false)
      this.#note(place, 'additional-properties-closed', at, 'undeclared properties no longer allowed')
    else if (from === false && to !== false)
      this.#note(place, 'additional-properties-opened', at, 'undeclared properties allowed')
    else if (isObject(from) || isObject(to))
      this.#part(this.#below({ before, after, place }, from, to), `${at}.*`)
  }

  #items({ before, after, place }: Pair, was: FlatSchema, is: FlatSchema, at: string, note: Note): void {
    const [first, second] = [schemasIn(was.keywords['prefixItems']), schemasIn(is.keywords['prefixItems'])]
    for (const [index, schema] of first.entries()) {
      const next = second[index]
      if (next === undefined) note('prefix-items-removed', `item ${index} removed from prefixItems`)
      else this.#part(this.#below({ before, after, place }, schema, next), `${at}[${index}]`)
    }
    for (let index = first.length; index < second.length; index += 1)
      note('prefix-items-added', `item ${index} added to prefixItems`)
    const [from, to] = [was.keywords['items'], is.keywords['items']]
    if (isObject(from) || isObject(to))
      this.#part(this.#below({ before, after, place }, from ?? ANYTHING, to ?? ANYTHING), `${at}[]`)
  }

  #below({ before, after, place }: Pair, from: Json, to: Json): Pair {
    return {
      before: { ...before, schema: asSchema(from) },
      after: { ...after, schema: asSchema(to) },
      place: nested(place),
    }
  }
}

/** Returns the place of the parts of a schema. */
function nested(place: Place): Place {
  switch (place) {
    case 'request-body':
      return 'request-property'
    case 'request-parameter':
      return 'request-parameter-property'
    case 'response-body':
      return 'response-property'
    default:
      return place
  }
}

/** Returns the change by which a place's rules know it: for requests, a narrower type is a changed type. */
function named(place: Place, change: SchemaChange): SchemaChange {
  const isRequest = PLACES[place] === 'request'
  if (change === 'type-specialized' && isRequest && place !== 'request-parameter-property')
    return 'type-changed'
  if (change === 'multiple-of-specialized' && isRequest) return 'multiple-of-changed'
  if (change === 'multiple-of-generalized' && PLACES[place] === 'response') return 'multiple-of-changed'
  if (change === 'pattern-generalized' && PLACES[place] === 'response') return 'pattern-changed'
  return change
}

/** Returns whether a schema can contain itself: it refers to others or has alternatives. */
function isComposed(schema: JsonSchema): boolean {
  return '$ref' in schema || 'allOf' in schema || 'anyOf' in schema || 'oneOf' in schema
}

/** Follows a reference that has nothing beside it, so that all users of its target are the same unit. */
function target({ schema, find }: Located): Located {
  const { $ref, ...beside } = schema
  const found = typeof $ref === 'string' && Object.keys(beside).length === 0 ? find($ref) : undefined
  return { schema: found ?? schema, find }
}

function isSameAlternative(single: Located, alternative: JsonSchema, holder: Located): boolean {
  const name = nameOf(single.schema)
  if (name !== null && name === nameOf(alternative)) return true
  return (
    expandedText(single) === expandedText({ ...holder, schema: alternative }) ||
    expandedText(target(single)) === expandedText(target({ ...holder, schema: alternative }))
  )
}

/** Returns the name of an alternative: that of its schema, or its title. */
function nameOf({ $ref, title }: JsonSchema): string | null {
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1)
  return typeof title === 'string' ? title : null
}

function labelOf(schema: JsonSchema): string {
  const name = nameOf(schema)
  if (name !== null) return name
  const { type } = schema
  return typeof type === 'string' ? `an alternative of type ${type}` : 'an alternative'
}

function labelPath(schema: JsonSchema): string {
  const name = nameOf(schema)
  return name === null ? '' : `<${name}>`
}
