import type { Code } from '../diagnostics/catalog/index.js'
import type { Collector } from '../diagnostics/collector.js'
import { isObject, type Json, type JsonSchema } from '../ir/index.js'
import { IN_PLACE } from '../ir/subschemas.js'
import type { Entry, MapNode, Node, ScalarNode } from '../source/node.js'
import { type Draft, draftOf } from './drafts/draft.js'
import { upgrade } from './drafts/draft3.js'
import { modernize } from './drafts/draft4.js'
import { namesWithRequired, valueOfKeyword, withRequired } from './keywords/keyword-values.js'
import { ACCESS_KEYS } from './access-keys.js'
import { similarKey } from './keywords/spellings.js'
import { flag, FORMATS, KEYWORDS, type Keyword } from './keywords/keywords.js'
import { typesOf } from './keywords/json-form.js'
import { entryOf, nodeOf, sortedEntries, sortedObject, stringOf, valueOf, without } from './node.js'
import { isLargeInteger, refusal } from './own-values.js'
import { PATTERN_FAULTS, PATTERN_HELP, readPattern, shortPattern } from './pattern.js'
import { resolvePointer } from './pointer.js'

/** References beyond this number, and recursive ones, are not inlined: they remain references to `$defs`. */
const MAX_INLINED = 200

const MAX_DEPTH = 64

/** What the author of an OpenAPI document says of the members of responses and of objects with filters. */
const CONTRACT_KEYS: ReadonlySet<string> = new Set(['x-filter', 'x-link', 'x-member', 'x-value'])

export interface CleanerOptions {
  readonly root: Node
  readonly draft: Draft
  readonly collector: Collector
  /** Whether references to `#/$defs/Name` keep their names instead of being inlined. */
  readonly keepsNames?: true
}

interface Trail {
  readonly followed: readonly string[]
  /** The pointers followed since the last step into a part of the value, which would recurse forever. */
  readonly here: readonly string[]
  readonly depth: number
}

const AT_ROOT: Trail = { followed: [], here: [], depth: 0 }

/**
 * Converts the schemas in a document to plain JSON Schema 2020-12: only standard keywords, sorted by name, with local
 * references inlined. Recursive schemas become {@link Cleaner.definitions}.
 */
export class Cleaner {
  readonly #options: CleanerOptions
  readonly #definitions = new Map<string, JsonSchema>()
  readonly #names = new Map<string, string>()
  readonly #pending: { readonly name: string; readonly pointer: string; readonly target: Node }[] = []
  /** The pointers of shared schemas that others contain in place. */
  readonly #inPlace = new Map<string, Set<string>>()
  #inlined = 0

  constructor(options: CleanerOptions) {
    this.#options = options
  }

  /** Returns the targets of references that were not inlined in the schemas cleaned so far, keyed by name. */
  get definitions(): ReadonlyMap<string, JsonSchema> {
    return this.#definitions
  }

  /** Converts one of the schemas in the document. Reports invalid keywords and leaves them out. */
  clean(node: Node): JsonSchema {
    const schema = this.#schema(node, AT_ROOT)
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      const { name, pointer, target } = next
      this.#definitions.set(
        name,
        objectSchema(this.#schema(target, { followed: [], here: [pointer], depth: 0 })),
      )
    }
    return objectSchema(schema)
  }

  #schema(node: Node, trail: Trail): Json {
    if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value
    if (node.kind !== 'map') return {}
    if (trail.depth > MAX_DEPTH)
      return this.#refuse('SVC3015', node, `More than ${MAX_DEPTH} levels of nested schemas`)
    const reference = entryOf(node, '$ref')
    if (reference?.value.kind !== 'scalar') return this.#keywords(node, trail)
    if (this.#options.keepsNames === true)
      return this.#named(reference.value, this.#keywords(node, trail), trail)
    const target = this.#follow(reference, trail)
    // Drafts 3 and 4 ignore what is beside a reference.
    const beside = this.#options.draft === '2020-12' ? this.#keywords(without(node, '$ref'), trail) : {}
    if (Object.keys(beside).length === 0) return target
    const { allOf } = beside
    return sortedObject(
      Object.entries({ ...beside, allOf: [...(Array.isArray(allOf) ? allOf : []), target] }),
    )
  }

  #keywords(node: MapNode, trail: Trail): JsonSchema {
    const upgraded = this.#withTexts(this.#upgraded(node))
    const keywords: { [keyword: string]: Json } = {}
    for (const entry of sortedEntries(upgraded)) {
      this.#reportSpelling(entry)
      const read = this.#keyword(entry.key, entry.value, trail)
      if (read !== undefined) keywords[entry.key] = read
    }
    return this.#checked(withRequired(keywords, namesWithRequired(upgraded)), upgraded)
  }

  /** Warns about other spellings of keys of access. The reader of OpenAPI documents reports them in these. */
  #reportSpelling({ key, keyAt }: Entry): void {
    const similar = this.#options.draft === '2020-12' ? undefined : similarKey(key)
    if (similar === undefined || !ACCESS_KEYS.includes(similar)) return
    const message = `Unknown key "${key}" in a property; it is ignored`
    this.#options.collector.report('SVC3016', { message, at: keyAt, help: `Write "${similar}"` })
  }

  /** Reads numbers and booleans among the values of strings as they are written: `enum: [1.0, 2.0]` lists versions. */
  #withTexts(node: MapNode): MapNode {
    const type = valueOf(node, 'type')
    const types = type?.kind === 'list' ? type.items.map(stringOf) : [stringOf(type)]
    if (!types.includes('string') || types.some((each) => each !== 'string' && each !== 'null')) return node
    const entries = node.entries.map((entry) => {
      if (entry.key !== 'const' && entry.key !== 'default' && entry.key !== 'enum') return entry
      const [first] = (entry.value.kind === 'list' ? entry.value.items : [entry.value]).filter(isBareText)
      if (first === undefined) return entry
      this.#options.collector.report('SVC3032', {
        message: `The value ${first.source} in "${entry.key}" is not of type string; it is read as "${first.source}"`,
        at: first.at,
        help: 'Quote the values',
      })
      return { ...entry, value: asText(entry.value) }
    })
    return { ...node, entries }
  }

  /** Warns about values that their own schema refuses. Leaves out such a default and such values of `enum`. */
  #checked(written: JsonSchema, node: MapNode): JsonSchema {
    const schema = this.#withPossibleValues(written, node)
    const { enum: values, default: fallback, examples, ...others } = schema
    const lookup = (name: string): Json | undefined => this.#definitions.get(name)
    const warn = (key: string, what: string, why: string): void => {
      const at = entryOf(node, key)?.value.at ?? node.at
      this.#options.collector.report('SVC3032', { message: `${what} ${why}`, at, help: VALUE_HELP })
    }
    const largeReason = (value: Json): string | undefined =>
      isLargeInteger(value, others)
        ? 'is beyond 2^53 - 1, the largest integer that requests can contain'
        : undefined
    const fitting = Array.isArray(values)
      ? values.filter((value: Json) => {
          const why = largeReason(value) ?? refusal(value, others, lookup)
          if (why !== undefined) warn('enum', `The value ${shortText(value)} in "enum"`, why)
          return why === undefined
        })
      : []
    const left: JsonSchema =
      values === undefined || fitting.length === 0 ? schema : { ...schema, enum: fitting }
    const [example] = Array.isArray(examples) ? examples : []
    const ofExample = example === undefined ? undefined : refusal(example, schema, lookup)
    const constant = schema['x-value']
    const ofConstant = constant === undefined ? undefined : refusal(constant, left, lookup)
    if (ofConstant !== undefined) warn('x-value', `The constant ${shortText(constant ?? null)}`, ofConstant)
    if (ofExample !== undefined) warn('examples', `The example ${shortText(example ?? null)}`, ofExample)
    const whyNot = (value: Json): string | undefined => largeReason(value) ?? refusal(value, left, lookup)
    const ofDefault = fallback === undefined ? undefined : whyNot(fallback)
    if (ofDefault === undefined) return left
    const meant = typeof fallback === 'string' ? writtenValue(fallback) : undefined
    if (meant !== undefined && whyNot(meant) === undefined) {
      warn('default', `The default ${shortText(fallback ?? null)}`, `${ofDefault}; it is read as ${meant}`)
      return { ...left, default: meant }
    }
    warn('default', `The default ${shortText(fallback ?? null)}`, `${ofDefault}; it is ignored`)
    const { default: _, ...withoutDefault } = left
    return withoutDefault
  }

  /**
   * Warns about an `enum` all of whose values have another type than the schema. Reads them without quotes or as those of the
   * items, or else leaves them out.
   */
  #withPossibleValues(schema: JsonSchema, node: MapNode): JsonSchema {
    const { enum: values, ...others } = schema
    const lookup = (name: string): Json | undefined => this.#definitions.get(name)
    const fits = (value: Json, part: Json): boolean => refusal(value, part, lookup) === undefined
    const type = { type: others['type'] ?? null }
    const listed = Array.isArray(values) ? values.filter((value: Json) => value !== null) : []
    const [first] = listed
    if (first === undefined || others['type'] === undefined || listed.some((value) => fits(value, type)))
      return schema
    const { items } = others
    const unquoted = listed.map(
      (value) => (typeof value === 'string' ? writtenValue(value) : undefined) ?? null,
    )
    const isQuoted = unquoted.every((value) => value !== null && fits(value, others))
    const isOfItems =
      typesOf(others)?.includes('array') === true &&
      isObject(items) &&
      listed.every((value) => fits(value, items))
    const effect = isQuoted
      ? 'the values are read without their quotes'
      : isOfItems
        ? 'the values are read as those of the items'
        : 'all values are ignored'
    this.#options.collector.report('SVC3032', {
      message: `The value ${shortText(first)} in "enum" ${refusal(first, type, lookup) ?? 'does not fit'}; ${effect}`,
      at: entryOf(node, 'enum')?.value.at ?? node.at,
      help: isOfItems ? 'Move "enum" into "items"' : VALUE_HELP,
    })
    if (isQuoted)
      return withValues(
        others,
        Array.isArray(values) && values.includes(null) ? [...unquoted, null] : unquoted,
      )
    if (!isOfItems) return others
    return 'enum' in items ? others : { ...others, items: withValues(items, listed) }
  }

  #upgraded(node: MapNode): MapNode {
    switch (this.#options.draft) {
      case 3:
        return modernize(upgrade(node))
      case 4:
        return modernize(node)
      case '2020-12':
        return node
    }
  }

  /** Returns a reference that keeps the name of its target, next to the keywords beside it. */
  #named(value: ScalarNode, beside: JsonSchema, trail: Trail): JsonSchema {
    const pointer = stringOf(value) ?? ''
    const target = pointer.startsWith(DEFS) ? resolvePointer(this.#options.root, pointer) : undefined
    if (target === undefined)
      return this.#refuse('SVC3012', value, `Reference "${pointer}" does not point to a schema`)
    const name = pointer.slice(DEFS.length).replaceAll('~1', '/').replaceAll('~0', '~')
    if (this.#closesCycle(trail.here[0], pointer)) {
      this.#report('SVC8061', value, `"${name}" contains itself here; the reference is ignored`)
      return beside
    }
    if (!this.#definitions.has(name)) {
      this.#definitions.set(name, {})
      // Converted later, because a chain of thousands of references would exceed the call stack.
      this.#pending.push({ name, pointer, target })
    }
    return sortedObject([...Object.entries(beside), ['$ref', pointer]])
  }

  /**
   * Records that a shared schema contains another in place, without a property or an item between, as in `anyOf`.
   * Returns whether it then contains itself, so that validators would never end.
   */
  #closesCycle(owner: string | undefined, pointer: string): boolean {
    if (owner === undefined) return false
    const reached = new Set([pointer])
    for (const each of reached) for (const next of this.#inPlace.get(each) ?? []) reached.add(next)
    if (reached.has(owner)) return true
    this.#inPlace.set(owner, (this.#inPlace.get(owner) ?? new Set()).add(pointer))
    return false
  }

  #keyword(key: string, value: Node, trail: Trail): Json | undefined {
    if (CONTRACT_KEYS.has(key) && this.#options.keepsNames === true) return valueOfKeyword(key, value)
    const keyword = KEYWORDS.get(key)
    if (keyword === undefined || (key === 'required' && flag.accepts(value))) return undefined
    if (!keyword.accepts(value)) {
      this.#refuse('SVC3015', value, `"${key}" must be ${keyword.form}`)
      return undefined
    }
    if (key === 'pattern') return this.#pattern(value)
    const isDocumented = this.#options.draft === '2020-12' || FORMATS.has(stringOf(value) ?? '')
    if (key === 'format' && !isDocumented) return undefined
    return this.#value(key, keyword, value, trail)
  }

  #value(key: string, { schemas }: Keyword, value: Node, trail: Trail): Json {
    if (schemas === 'none') return valueOfKeyword(key, value)
    const inner: Trail = {
      followed: trail.followed,
      here: IN_PLACE.has(key) ? trail.here : [],
      depth: trail.depth + 1,
    }
    if (value.kind === 'list') return value.items.map((item) => this.#schema(item, inner))
    if (value.kind === 'scalar') return value.value
    if (schemas === 'one') return this.#schema(value, inner)
    return sortedObject(
      sortedEntries(value).map((entry) => [this.#key(key, entry), this.#schema(entry.value, inner)]),
    )
  }

  /** Converts a key. In `patternProperties`, the key is a pattern. */
  #key(keyword: string, { key, keyAt }: Entry): string {
    if (keyword !== 'patternProperties') return key
    return this.#pattern(nodeOf(key, keyAt)) ?? key
  }

  /** Reads a pattern. If the service cannot use the pattern, reports it and returns undefined. */
  #pattern(value: Node): string | undefined {
    const result = readPattern(stringOf(value) ?? '')
    if ('pattern' in result) return result.pattern
    const code = result.fault === 'invalid' ? 'SVC3014' : 'SVC3013'
    const text = stringOf(value) ?? ''
    this.#refuse(code, value, `Pattern "${shortPattern(text)}" ${PATTERN_FAULTS[result.fault]}`)
    return undefined
  }

  #follow({ value }: Entry, trail: Trail): Json {
    const pointer = stringOf(value) ?? ''
    if (!pointer.startsWith('#'))
      return this.#refuse('SVC3011', value, `Reference "${pointer}" points to another document`)
    if (trail.here.includes(pointer))
      return this.#refuse('SVC3012', value, `Reference "${pointer}" refers to itself`)
    const target = resolvePointer(this.#options.root, pointer)
    if (target?.kind !== 'map')
      return this.#refuse('SVC3012', value, `Reference "${pointer}" does not point to a schema`)
    if (!trail.followed.includes(pointer) && this.#inlined < MAX_INLINED) {
      this.#inlined += 1
      return this.#schema(target, {
        followed: [...trail.followed, pointer],
        here: [...trail.here, pointer],
        depth: trail.depth + 1,
      })
    }
    return { $ref: `#/$defs/${this.#define(pointer, target, trail)}` }
  }

  #define(pointer: string, target: MapNode, trail: Trail): string {
    const known = this.#names.get(pointer)
    if (known !== undefined) return known
    const stem = (pointer.split('/').at(-1) ?? '').replace(/[^A-Za-z0-9_]/g, '') || 'root'
    const name = this.#definitions.has(stem) ? `${stem}${this.#names.size + 1}` : stem
    this.#names.set(pointer, name)
    this.#definitions.set(name, {})
    this.#definitions.set(
      name,
      objectSchema(
        this.#schema(target, { followed: [pointer], here: [...trail.here, pointer], depth: trail.depth + 1 }),
      ),
    )
    return name
  }

  #refuse(code: Code, node: Node, message: string): JsonSchema {
    this.#report(code, node, message)
    return {}
  }

  #report(code: Code, { at }: Node, message: string): void {
    this.#options.collector.report(code, { message, at, help: HELP[code] })
  }
}

const HELP: Partial<Record<Code, string>> = {
  SVC3013: PATTERN_HELP,
  SVC8061: 'Refer to it from a property or an item, or remove the reference',
  SVC3011: 'Copy the target to the "definitions" of this schema, and refer to it as "#/definitions/…"',
}

const VALUE_HELP = 'Correct the value or the schema'

const MAX_SHOWN = 40

function shortText(value: Json): string {
  const text = JSON.stringify(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

function withValues(schema: JsonSchema, values: readonly Json[]): JsonSchema {
  return sortedObject([...Object.entries(schema), ['enum', values]])
}

/** Returns the number or boolean that quotes make a text, if any. */
function writtenValue(text: string): number | boolean | undefined {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) : undefined
}

/** Returns whether a value is a number or a boolean, which text without quotes becomes. */
function isBareText(value: Node): value is ScalarNode {
  return value.kind === 'scalar' && (typeof value.value === 'number' || typeof value.value === 'boolean')
}

/** Returns a value with its numbers and booleans as they are written. */
function asText(value: Node): Node {
  if (value.kind === 'list') return { ...value, items: value.items.map(asText) }
  return isBareText(value) ? { ...value, value: value.source, plain: false } : value
}

const DEFS = '#/$defs/'

/** Returns a schema as an object: `true` accepts everything, `false` nothing. */
function objectSchema(schema: Json): JsonSchema {
  if (isObject(schema)) return schema
  return schema === false ? { not: {} } : {}
}

/** Converts a JSON schema to 2020-12. Reports and leaves out parts that cannot be enforced. */
export function readBodySchema(document: Node, collector: Collector): JsonSchema {
  const draft = document.kind === 'map' ? draftOf(document, collector) : 4
  const cleaner = new Cleaner({ root: document, draft, collector })
  const schema = cleaner.clean(document)
  return cleaner.definitions.size === 0
    ? schema
    : sortedObject([...Object.entries(schema), ['$defs', sortedObject(cleaner.definitions)]])
}
