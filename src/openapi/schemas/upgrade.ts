import type { Collector } from '../../diagnostics/collector.js'
import { didYouMean } from '../../diagnostics/nearest.js'
import { valueOf } from '../../schema/node.js'
import { dependencies } from '../../schema/drafts/draft4.js'
import { PATTERN_FAULTS, PATTERN_HELP, readPattern, shortPattern } from '../../schema/pattern.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import type { Version } from '../document/version.js'
import { isTrue, listOf, mapOf, scalar } from '../document/values.js'
import { isOwnKey, withOwnKey } from '../document/own-keys.js'
import { type Form, FORM_RULES, type FormRules, isFlag, isSchema } from './forms.js'
import { ANNOTATIONS, DROPPED, FORMS, IN_PLACE, KEYWORDS_IN_30, MISTAKEN_TYPES, TYPES } from './keywords.js'

/**
 * Converts the keywords of one schema, without the schemas in it, from the dialect of OpenAPI 3.0 or 3.1 to JSON Schema
 * 2020-12. Reports what has another meaning or form in the dialect, and leaves out what cannot be interpreted.
 */
export function upgradeKeywords(map: MapNode, version: Version, collector: Collector): MapNode {
  return new Upgrade(map, version, collector).run()
}

class Upgrade {
  readonly #map: MapNode
  readonly #version: Version
  readonly #collector: Collector
  readonly #entries: Entry[] = []

  constructor(map: MapNode, version: Version, collector: Collector) {
    this.#map = version === '3.0' ? map : withStaticReference(map)
    this.#version = version
    this.#collector = collector
  }

  run(): MapNode {
    const reference = valueOf(this.#map, '$ref')
    const isOnlyReference = reference !== undefined && this.#version === '3.0'
    for (const entry of this.#map.entries) {
      if (isOnlyReference && !isBesideReference(entry.key)) this.#reportSibling(entry)
      else this.#read(entry)
    }
    this.#requireFlagged()
    return { ...this.#map, entries: withReferenceAsPart(this.#entries, this.#map) }
  }

  #read(written: Entry): void {
    const entry = withOwnKey(written, this.#map, this.#collector)
    if (entry === null || DROPPED.has(entry.key)) return
    const { key, keyAt, value } = entry
    if (value.kind === 'scalar' && value.faulty === true) return
    if (key === 'dependencies' && value.kind === 'map') return this.#dependencies(entry, value)
    const form = FORMS.get(key)
    if (form === undefined) {
      if (key === '$ref' || key.startsWith('x-') || isOwnKey(key)) this.#entries.push(entry)
      else this.#unknown(key, keyAt)
      return
    }
    if (this.#version === '3.0' && !KEYWORDS_IN_30.has(key))
      this.#foreign(entry, `"${key}" is a keyword of OpenAPI 3.1`)
    if (form === 'special') return this.#special(entry)
    const read = this.#inForm(entry, form)
    if (read === null) return
    switch (key) {
      case 'nullable':
        if (this.#version === '3.1' && isTrue(value)) {
          this.#foreign(
            entry,
            '"nullable" is a keyword of OpenAPI 3.0; null is allowed',
            'Write "type: [string, \'null\']"',
          )
        }
        return
      case 'example':
        if (valueOf(this.#map, 'examples') === undefined) this.#add('examples', listOf([value], value), entry)
        return
      case 'minimum':
      case 'maximum':
        if (!isSet(valueOf(this.#map, EXCLUSIVE[key]))) this.#entries.push(read)
        return
      case 'pattern':
        if (this.#isPattern(value, String(value.kind === 'scalar' ? value.value : '')))
          this.#entries.push(read)
        return
      case 'multipleOf':
        if (value.kind === 'scalar' && Number(value.value) > 0) this.#entries.push(read)
        else this.#refuse(entry, '"multipleOf" must be greater than 0')
        return
      case 'patternProperties':
        this.#add(key, this.#patterns(value), entry)
        return
      default:
        this.#entries.push(read)
    }
  }

  /** Returns the entry with a value of the right form, or null after reporting. */
  #inForm(entry: Entry, form: Form): Entry | null {
    const { key, value } = entry
    const { name, has, fix }: FormRules = FORM_RULES[form]
    if (has(value)) return entry
    if (key === 'required' && isFlag(value)) {
      const effect = isTrue(value) ? 'the property is required' : 'it has no effect'
      this.#foreign(
        entry,
        `"required" is a list of names; ${effect}`,
        'List the names in the schema of the object',
      )
      return null
    }
    const fixed = fix?.(value) ?? null
    if (fixed === null) {
      this.#refuse(entry, `"${key}" must be ${name}`)
      return null
    }
    const wrong = form === 'schema map' && value.kind === 'map' ? value.entries : []
    for (const part of wrong.filter((each) => !isSchema(each.value)))
      this.#refuse(part, `The schema of "${part.key}" must be a map`)
    if (fixed.isReported && wrong.length === 0) this.#refuse(entry, `"${key}" should be ${name}`, 'read')
    return { ...entry, value: fixed.value }
  }

  #special(entry: Entry): void {
    const { key, value } = entry
    switch (key) {
      case 'type':
        return this.#type(entry)
      case 'exclusiveMinimum':
        return this.#exclusive(entry, 'minimum')
      case 'exclusiveMaximum':
        return this.#exclusive(entry, 'maximum')
      case 'items':
        return this.#items(entry)
      case 'discriminator':
        if (value.kind === 'map') this.#entries.push(entry)
        else this.#refuse(entry, '"discriminator" must be a map with "propertyName"')
    }
  }

  #type(entry: Entry): void {
    const { value } = entry
    const items = value.kind === 'list' ? value.items : [value]
    if (value.kind === 'list' && this.#version === '3.0') {
      this.#foreign(entry, 'A list of types is allowed only in OpenAPI 3.1', 'Use "nullable" or "anyOf"')
    }
    const names: Node[] = []
    for (const item of items) {
      const name =
        item.kind === 'scalar' ? (item.value === null && value.kind === 'list' ? 'null' : item.value) : null
      if (typeof name === 'string' && TYPES.has(name)) {
        if (item.kind === 'scalar' && item.value === null)
          this.#refuse(entry, 'The type "null" must be in quotes', 'read')
        names.push(scalar(name, item))
        continue
      }
      const meant = typeof name === 'string' ? MISTAKEN_TYPES[name.toLowerCase()] : undefined
      const plain =
        typeof name === 'string' && TYPES.has(name.toLowerCase()) ? { type: name.toLowerCase() } : meant
      this.#collector.report('SVC8042', {
        message:
          plain === undefined
            ? `Unknown type ${JSON.stringify(item.kind === 'scalar' ? item.value : null)}; it is ignored`
            : `Unknown type "${String(name)}"; it is read as ${plain.type === null ? 'any type' : `"${plain.type}"`}`,
        at: item.at,
        help: () => (plain === undefined && typeof name === 'string' ? didYouMean(name, TYPES) : undefined),
      })
      if (plain === undefined || plain.type === null) return
      names.push(scalar(plain.type, item))
      const format = meant?.format
      if (format !== undefined && valueOf(this.#map, 'format') === undefined)
        this.#add('format', scalar(format, item), entry)
    }
    if (names.length === 0) return
    this.#entries.push({
      ...entry,
      value: value.kind === 'list' ? listOf(names, value) : (names[0] ?? value),
    })
  }

  #exclusive(entry: Entry, limit: 'minimum' | 'maximum'): void {
    const { key, value } = entry
    if (isFlag(value)) {
      if (this.#version === '3.1')
        this.#foreign(entry, `A boolean "${key}" is allowed only in OpenAPI 3.0`, 'Write the limit')
      const bound = valueOf(this.#map, limit)
      if (!isTrue(value) || bound === undefined) return
      const read = this.#inForm({ ...entry, key: limit, value: bound }, 'number')
      if (read !== null) this.#add(key, read.value, entry)
      return
    }
    const read = this.#inForm(entry, 'number')
    if (read === null) return
    if (this.#version === '3.0') {
      this.#foreign(
        entry,
        `A number in "${key}" is allowed only in OpenAPI 3.1`,
        `Write "${limit}" and "${key}: true"`,
      )
    }
    this.#entries.push(read)
  }

  #items(entry: Entry): void {
    const { value } = entry
    if (isSchema(value)) this.#entries.push(entry)
    else if (value.kind === 'list' && value.items.every(isSchema)) {
      this.#foreign(
        entry,
        'A list in "items" is a form of older JSON Schema',
        'Write "prefixItems" or "items: { anyOf: … }"',
      )
      if (value.items.length > 0) this.#add('prefixItems', value, entry)
      const others = valueOf(this.#map, 'additionalItems')
      if (others !== undefined && isSchema(others)) this.#add('items', others, entry)
    } else this.#refuse(entry, '"items" must be a schema')
  }

  #dependencies(entry: Entry, value: MapNode): void {
    this.#foreign(
      entry,
      '"dependencies" is a keyword of older JSON Schema',
      'Write "dependentRequired" for names, and "dependentSchemas" for schemas',
    )
    for (const part of dependencies(entry, value)) {
      const read = this.#inForm(part, FORMS.get(part.key) ?? 'any')
      if (read !== null) this.#entries.push(read)
    }
  }

  #patterns(value: Node): Node {
    if (value.kind !== 'map') return value
    return {
      ...value,
      entries: value.entries.filter(({ key, keyAt }) => this.#isPattern({ at: keyAt }, key)),
    }
  }

  #isPattern({ at }: Pick<Node, 'at'>, text: string): boolean {
    const read = readPattern(text)
    if ('pattern' in read) return true
    if (read.fault !== 'invalid')
      this.#collector.report('SVC3013', {
        message: `Pattern "${shortPattern(text)}" ${PATTERN_FAULTS[read.fault]}`,
        at,
        help: PATTERN_HELP,
      })
    else
      this.#collector.report('SVC8042', {
        message: `Pattern "${shortPattern(text)}" is not a valid regular expression; it is ignored`,
        at,
        help: 'Use the syntax of ECMAScript',
      })
    return false
  }

  /** Adds the names of properties with `required: true`, which is a form of older JSON Schema. */
  #requireFlagged(): void {
    const properties = valueOf(this.#map, 'properties')
    if (properties?.kind !== 'map') return
    const flagged = properties.entries.filter(({ value }) => isSet(valueOf(value, 'required')))
    if (flagged.length === 0) return
    const index = this.#entries.findIndex(({ key }) => key === 'required')
    const known = this.#entries[index]
    const names = known?.value.kind === 'list' ? known.value.items : []
    const value = listOf(
      [...names, ...flagged.map(({ key, keyAt }) => scalar(key, { at: keyAt }))],
      properties,
    )
    const entry = { key: 'required', keyAt: properties.at, value }
    if (index === -1) this.#entries.push(entry)
    else this.#entries[index] = entry
  }

  #add(key: string, value: Node, { keyAt }: Entry): void {
    this.#entries.push({ key, keyAt, value })
  }

  #unknown(key: string, at: Entry['keyAt']): void {
    const known = this.#version === '3.0' ? KEYWORDS_IN_30 : [...FORMS.keys()]
    const help = () => didYouMean(key, known)
    // JSON Schema 2020-12 allows keywords that it does not define.
    if (this.#version === '3.1' && help() === undefined) return
    this.#collector.report('SVC8041', { message: `Unknown keyword "${key}"; it is ignored`, at, help })
  }

  #foreign({ keyAt }: Entry, message: string, help?: string): void {
    this.#collector.report('SVC8040', { message, at: keyAt, help })
  }

  #refuse({ value }: Entry, message: string, outcome: 'ignored' | 'read' = 'ignored'): void {
    this.#collector.report('SVC8042', {
      message: outcome === 'ignored' ? `${message}; it is ignored` : message,
      at: value.at,
    })
  }

  #reportSibling({ key, keyAt }: Entry): void {
    if (key === '$ref') return
    this.#collector.report('SVC8012', {
      message: `"${key}" is ignored, because OpenAPI 3.0 allows nothing next to "$ref"`,
      at: keyAt,
      help: 'Write "allOf: [{ $ref: … }]" and put it beside "allOf", or use OpenAPI 3.1',
    })
  }
}

/**
 * Moves a reference beside properties, or in a stored component, to `allOf`, where it means the same (JSON Schema 2020-12,
 * Core, 8.2.3.1). Other schemas that begin with a reference are that of their target.
 */
function withReferenceAsPart(entries: readonly Entry[], map: MapNode): readonly Entry[] {
  const reference = entries.find(({ key }) => key === '$ref')
  const declares = entries.some(
    ({ key, value }) => key === 'properties' || (key === '_stored' && isSet(value)),
  )
  if (reference === undefined || !declares) return entries
  const parts = entries.find(({ key }) => key === 'allOf')
  const items = parts?.value.kind === 'list' ? parts.value.items : []
  const part: MapNode = { ...map, entries: [reference] }
  return [
    ...entries.filter((entry) => entry !== reference && entry !== parts),
    { key: 'allOf', keyAt: reference.keyAt, value: listOf([part, ...items], map) },
  ]
}

/** Replaces `$dynamicRef` by a reference to the schema that declares its anchor in the same resource. */
function withStaticReference(map: MapNode): MapNode {
  if (valueOf(map, '$dynamicRef') === undefined || valueOf(map, '$ref') !== undefined) return map
  return {
    ...map,
    entries: map.entries.map((entry) => (entry.key === '$dynamicRef' ? { ...entry, key: '$ref' } : entry)),
  }
}

/** Returns whether a schema has `nullable: true`. */
export function isNullable(written: MapNode, version: Version): boolean {
  const isOnlyReference = version === '3.0' && valueOf(written, '$ref') !== undefined
  return isSet(valueOf(written, 'nullable')) && !isOnlyReference
}

/** Returns a converted schema that also accepts null. */
export function withNull(map: MapNode): MapNode {
  if (!map.entries.some(({ key }) => IN_PLACE.has(key))) {
    return {
      ...map,
      entries: map.entries.map((entry) => {
        const { key, value } = entry
        if (key === 'type') return { ...entry, value: withItem(value, 'null') }
        return key === 'enum' ? { ...entry, value: withItem(value, null) } : entry
      }),
    }
  }
  const isOutside = ({ key }: Entry): boolean =>
    ANNOTATIONS.has(key) || key.startsWith('x-') || key.startsWith('_')
  const inner: MapNode = { ...map, entries: map.entries.filter((entry) => !isOutside(entry)) }
  const none = mapOf([['type', scalar('null', map)]], map)
  return {
    ...map,
    entries: [
      ...map.entries.filter(isOutside),
      { key: 'anyOf', keyAt: map.at, value: listOf([inner, none], map) },
    ],
  }
}

const EXCLUSIVE = { minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum' } as const

function isBesideReference(key: string): boolean {
  return key === '$ref' || key === 'description' || key === 'summary' || key.startsWith('x-') || isOwnKey(key)
}

function isSet(node: Node | undefined): boolean {
  return node !== undefined && isFlag(node) && isTrue(node)
}

function withItem(node: Node, value: string | null): Node {
  const items = node.kind === 'list' ? node.items : [node]
  const isListed = items.some((item) => item.kind === 'scalar' && item.value === value)
  return isListed ? node : listOf([...items, scalar(value, node)], node)
}
