import type { Code } from '../../diagnostics/catalog/index.js'
import type { Collector } from '../../diagnostics/collector.js'
import type { Json, JsonSchema } from '../../ir/index.js'
import { sortedBy } from '../../naming/order.js'
import type { Entry, MapNode, Node } from '../../source/node.js'
import { upgrade } from '../drafts/draft3.js'
import { namesWithRequired, isFlag, isUseful, valueOfKeyword, withRequired } from './keyword-values.js'
import { FORMATS, KEYWORDS, type Keyword } from './keywords.js'
import { entryOf, sortedEntries, sortedObject, stringOf, toJson } from '../node.js'
import { hasLinearMatcher } from '../../../templates/runtime/values/schema-pattern.js'
import { readPattern } from '../pattern.js'
import { resolvePointer } from '../pointer.js'

/**
 * The maximum number of references to inline. References beyond this limit, and recursive ones, remain references to
 * `definitions`.
 */
const MAX_INLINED = 200

/** Maximum nesting depth of schemas. */
const MAX_DEPTH = 64

/** The document that contains the schemas. */
export interface SchemaContext {
  readonly root: Node
  readonly draft: 3 | 4
  readonly collector: Collector
}

/** How a schema was reached. */
interface Trail {
  /** The pointers that were followed. */
  readonly followed: readonly string[]
  /**
   * The pointers that were followed since the last step into a part of the value. Following one of them again would
   * recurse forever.
   */
  readonly here: readonly string[]
  readonly depth: number
}

const AT_ROOT: Trail = { followed: [], here: [], depth: 0 }

/**
 * Converts the schemas in a document to plain draft 4: only standard keywords, sorted by name, with local references
 * inlined. Recursive schemas become {@link Cleaner.definitions}.
 */
export class Cleaner {
  readonly #context: SchemaContext
  readonly #definitions = new Map<string, JsonSchema>()
  readonly #names = new Map<string, string>()
  #inlined = 0

  constructor(context: SchemaContext) {
    this.#context = context
  }

  /** Returns the targets of references that were not inlined in the schemas cleaned so far, keyed by name. */
  get definitions(): ReadonlyMap<string, JsonSchema> {
    return this.#definitions
  }

  /** Converts one of the schemas in the document. Reports invalid keywords and leaves them out. */
  clean(node: Node): JsonSchema {
    return this.#schema(node, AT_ROOT)
  }

  #schema(node: Node, trail: Trail): JsonSchema {
    if (node.kind !== 'map') return {}
    if (trail.depth > MAX_DEPTH)
      return this.#refuse('SVC3015', node, `More than ${MAX_DEPTH} levels of nested schemas`)
    const reference = entryOf(node, '$ref')
    if (reference?.value.kind === 'scalar') return this.#follow(reference, trail)
    const upgraded = this.#context.draft === 3 ? upgrade(node) : node
    const keywords: { [keyword: string]: Json } = {}
    for (const entry of sortedBy(upgraded.entries.filter(isKeyword), ({ key }) => key)) {
      const read = isUseful(entry, upgraded) ? this.#keyword(entry.key, entry.value, trail) : undefined
      if (read !== undefined) keywords[entry.key] = read
    }
    return withRequired(keywords, namesWithRequired(upgraded))
  }

  #keyword(key: string, value: Node, trail: Trail): Json | undefined {
    const keyword = KEYWORDS.get(key)
    if (keyword === undefined || (key === 'required' && isFlag(value))) return undefined
    if (!keyword.accepts(value)) {
      this.#refuse('SVC3015', value, `"${key}" must be ${keyword.form}`)
      return undefined
    }
    if (key === 'pattern') return this.#pattern(value)
    if (key === 'format' && !FORMATS.has(stringOf(value) ?? '')) return undefined
    return this.#value(key, keyword, value, trail)
  }

  #value(key: string, { schemas }: Keyword, value: Node, trail: Trail): Json {
    if (schemas === 'none') return valueOfKeyword(value)
    const inner: Trail = {
      followed: trail.followed,
      here: IN_PLACE.has(key) ? trail.here : [],
      depth: trail.depth + 1,
    }
    if (value.kind === 'list') return value.items.map((item) => this.#schema(item, inner))
    if (value.kind === 'scalar') return value.value
    if (schemas === 'one' || schemas === 'one or list') return this.#schema(value, inner)
    return sortedObject(
      sortedEntries(value).map((entry) => [
        this.#key(key, entry),
        entry.value.kind === 'list' ? toJson(entry.value) : this.#schema(entry.value, inner),
      ]),
    )
  }

  /** Converts a key. In `patternProperties`, the key is a pattern. */
  #key(keyword: string, { key, keyAt }: Entry): string {
    if (keyword !== 'patternProperties') return key
    return this.#pattern({ kind: 'scalar', value: key, source: key, plain: false, at: keyAt }) ?? key
  }

  /** Reads a pattern. If the service cannot use the pattern, reports it and returns undefined. */
  #pattern(value: Node): string | undefined {
    const result = readPattern(stringOf(value) ?? '')
    if ('pattern' in result) {
      if (!hasLinearMatcher(result.pattern))
        this.#report(
          'SVC3030',
          value,
          `Pattern "${short(result.pattern)}" accepts only strings of up to 1,000 characters`,
        )
      return result.pattern
    }
    const code = result.fault === 'invalid' ? 'SVC3014' : 'SVC3013'
    const text = stringOf(value) ?? ''
    this.#refuse(code, value, `Pattern "${short(text)}" ${FAULTS[result.fault]}`)
    return undefined
  }

  #follow({ value }: Entry, trail: Trail): JsonSchema {
    const pointer = stringOf(value) ?? ''
    if (!pointer.startsWith('#'))
      return this.#refuse('SVC3011', value, `Reference "${pointer}" points to another document`)
    if (trail.here.includes(pointer))
      return this.#refuse('SVC3012', value, `Reference "${pointer}" refers to itself`)
    const target = resolvePointer(this.#context.root, pointer)
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
    return { $ref: `#/definitions/${this.#define(pointer, target, trail)}` }
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
      this.#schema(target, { followed: [pointer], here: [...trail.here, pointer], depth: trail.depth + 1 }),
    )
    return name
  }

  #refuse(code: Code, node: Node, message: string): JsonSchema {
    this.#report(code, node, message)
    return {}
  }

  #report(code: Code, { at }: Node, message: string): void {
    this.#context.collector.report(code, { message, at, help: HELP[code] })
  }
}

const FAULTS = {
  invalid: 'is not a valid regular expression',
  slow: 'can take exponential time to match',
} as const

const HELP: Partial<Record<Code, string>> = {
  SVC3013: 'Remove the lookarounds and backreferences, or the nested repetitions',
  SVC3030: 'Remove backreferences and lookarounds that are not at the start of the pattern',
  SVC3011: 'Copy the target to the "definitions" of this schema, and refer to it as "#/definitions/…"',
}

/** Keywords whose schemas apply to the value itself rather than to a part of it. */
const IN_PLACE: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'dependencies'])

function isKeyword({ key }: Entry): boolean {
  return KEYWORDS.has(key)
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
