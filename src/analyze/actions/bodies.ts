import { Collector } from '../../diagnostics/collector.js'
import {
  type ActionBody,
  type ActionResponse,
  isObject,
  type Json,
  type JsonSchema,
  referredName,
  resolved,
} from '../../ir/index.js'
import type { Body, Response, SchemaUse } from '../../api/api.js'
import { readBodySchema } from '../../schema/clean.js'
import { checkExample } from '../../schema/own-values.js'
import { typesOf } from '../../schema/keywords/json-form.js'
import { sortedEntries } from '../../schema/node.js'
import type { Components } from '../../schema/components.js'
import { type Node, textOf } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import { formFields } from './form-fields.js'
import { parametersOf } from './parameters.js'
import { objectOf } from '../../ir/json.js'

/** Reads the bodies of custom actions. Each schema is read only once. */
export class ActionBodies {
  readonly #collector: Collector
  readonly #components: Components | null
  readonly #schemas = new Map<string, JsonSchema | null>()
  /** The characters of the examples in shared schemas, by name. */
  readonly #sizes = new Map<string, number>()
  #left = MAX_CHARACTERS

  constructor(components: Components | null, collector: Collector) {
    this.#components = components
    this.#collector = collector
  }

  ofRequest(bodies: readonly Body[]): readonly ActionBody[] {
    return bodies
      .filter(({ mediaType }) => mediaType !== '')
      .map(({ mediaType, schema: use, example, formParameters, kept }) => {
        const schema = this.#schemaOf(mediaType, use)
        const text = this.#checkedExample(mediaType, example, schema)
        const form = isForm(mediaType) ? parametersOf(formParameters, 'form') : []
        const isDescribed = isForm(mediaType) && schema !== null && this.#components !== null
        return {
          mediaType: plainType(mediaType),
          schema,
          form: isDescribed ? formFields(schema, this.#components.used, kept?.['encoding']) : form,
          ...(this.#components === null || text === null ? {} : { example: text }),
          ...(kept === undefined ? {} : { kept }),
        }
      })
  }

  ofResponses(responses: readonly Response[]): readonly ActionResponse[] {
    return responses.map(({ status, description, headers, bodies }) => ({
      status,
      description,
      bodies: bodies
        .filter(({ mediaType }) => mediaType !== '')
        .map(({ mediaType, at, schema: use, example, kept }) => {
          const schema = this.#schemaOf(mediaType, use)
          const text = this.#checkedExample(mediaType, example, schema)
          const isKept = this.#hasRoomFor(text?.length ?? this.#sizeOf(schema), at)
          return {
            mediaType: plainType(mediaType),
            schema,
            example: isKept ? text : null,
            ...(kept === undefined ? {} : { kept }),
          }
        }),
      ...(this.#components === null || headers.length === 0
        ? {}
        : { headers: parametersOf(headers, 'header') }),
    }))
  }

  /** Returns an example as text. Warns if its schema refuses it. */
  #checkedExample(mediaType: string, example: Node | null, schema: JsonSchema | null): string | null {
    if (example === null) return null
    const text = this.#exampleText(mediaType, example, schema)
    if (schema === null || !isJson(mediaType) || !isJsonText(text)) return text
    const own = objectOf(schema['$defs'])
    const lookup = (name: string): Json | undefined => this.#components?.used.get(name) ?? own[name]
    checkExample({ value: JSON.parse(text), at: example.at }, schema, lookup, this.#collector)
    return text
  }

  #hasRoomFor(characters: number, at: Span): boolean {
    const before = this.#left
    this.#left -= characters
    if (this.#left >= 0) return true
    if (before >= 0)
      this.#collector.report('SVC1016', {
        message: `The examples of responses have more than ${MAX_CHARACTERS} characters in total, counted each time they are used`,
        at,
        help: 'Use smaller examples, or use large ones only once',
      })
    return false
  }

  /** Returns the number of characters of the examples in a schema, from which a response can be made. */
  #sizeOf(schema: Json): number {
    this.#measure(referencesIn(schema))
    return this.#knownSize(schema)
  }

  /** Determines the sizes of shared schemas and of those to which they refer. Chains of references can be long. */
  #measure(names: readonly string[]): void {
    const pending = names.map((name) => ({ name, isRead: false }))
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { name, isRead } = next
      const schema = this.#components?.used.get(name) ?? null
      if (isRead) this.#sizes.set(name, this.#knownSize(schema))
      if (this.#sizes.has(name)) continue
      // A schema that contains itself counts once.
      this.#sizes.set(name, 0)
      pending.push({ name, isRead: true })
      for (const each of referencesIn(schema)) pending.push({ name: each, isRead: false })
    }
  }

  #knownSize(schema: Json): number {
    if (Array.isArray(schema)) return schema.reduce((sum, each) => sum + this.#knownSize(each), 0)
    if (!isObject(schema)) return 0
    const { examples, $ref } = schema
    if (Array.isArray(examples)) return JSON.stringify(examples[0] ?? null).length
    const own = this.#sizes.get(referredName($ref) ?? '') ?? 0
    return Object.values(schema).reduce<number>((sum, each) => sum + this.#knownSize(each), own)
  }

  /**
   * Returns an example as text. In an OpenAPI document, a string is a JSON string if the schema allows strings, otherwise
   * JSON text.
   */
  #exampleText(mediaType: string, example: Node, schema: JsonSchema | null): string {
    const isString = example.kind === 'scalar' && typeof example.value === 'string'
    if (this.#components === null || !isString || !isJson(mediaType)) return exampleText(mediaType, example)
    const { used } = this.#components
    const types = schema === null ? undefined : typesOf(resolved(schema, (name) => used.get(name)))
    const text = exampleText(mediaType, example)
    const isText = types === undefined ? !isJsonText(text) : types.includes('string')
    return isText ? JSON.stringify(text) : text
  }

  #schemaOf(mediaType: string, use: SchemaUse | null): JsonSchema | null {
    if (use === null) return null
    if (this.#components !== null) return this.#componentSchema(use, this.#components)
    if (!isJson(mediaType)) return null
    const known = this.#schemas.get(use.source.id)
    if (known !== undefined) return known
    const schema = this.#read(use)
    this.#schemas.set(use.source.id, schema)
    return schema
  }

  /** Returns a schema of an OpenAPI document, which applies to bodies of any media type. */
  #componentSchema({ source, name }: SchemaUse, components: Components): JsonSchema | null {
    if (name !== null) return components.named(name)
    const node = source.parse(this.#collector)
    return node === null ? null : components.convert(node)
  }

  /** Returns the parts of a schema that can be enforced, or null if there are none, as in XML or invalid JSON. */
  #read({ source, at }: SchemaUse): JsonSchema | null {
    if (!source.isJson) return null
    const problems = new Collector()
    const document = source.parse(problems)
    const schema = document === null ? null : readBodySchema(document, problems)
    const effect = schema === null ? 'This schema is not enforced' : 'Part of this schema is not enforced'
    for (const { code, severity, ...problem } of problems.sorted()) {
      if (code === 'SVC3032' && problem.at !== null)
        this.#collector.report(code, { ...problem, at: problem.at })
      if (severity !== 'error') continue
      this.#collector.report('SVC4025', {
        message: `${effect}: ${problem.message}`,
        at: problem.at ?? at,
        related: [{ message: 'Used here by a custom action', at }],
        help: problem.help,
      })
    }
    return schema
  }
}

/** Maximum number of characters in the examples of responses. */
const MAX_CHARACTERS = 32_000_000

export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(plainType(mediaType))
}

export function isForm(mediaType: string): boolean {
  return /^(?:application\/x-www-form-urlencoded|multipart\/form-data)$/.test(plainType(mediaType))
}

function plainType(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase()
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns an example as text: as JSON if the media type is JSON, otherwise as written. */
function exampleText(mediaType: string, example: Node): string {
  if (example.kind === 'scalar') return textOf(example).replaceAll('\r\n', '\n')
  if (isJson(mediaType)) return exactText(example)
  return example.at.file.text.slice(example.at.start, example.at.end).replaceAll('\r\n', '\n')
}

/** Returns JSON text with sorted keys and all digits of integers beyond 2^53, which JavaScript has no numbers for. */
function exactText(node: Node, indent = ''): string {
  const inner = `${indent}  `
  if (node.kind === 'scalar') {
    const { value, source, plain } = node
    return plain && typeof value === 'string' && INTEGER.test(source) ? source : JSON.stringify(value)
  }
  const isList = node.kind === 'list'
  const lines = isList
    ? node.items.map((item) => exactText(item, inner))
    : sortedEntries(node).map(({ key, value }) => `${JSON.stringify(key)}: ${exactText(value, inner)}`)
  const [open, close] = isList ? '[]' : '{}'
  return lines.length === 0
    ? `${open}${close}`
    : `${open}\n${inner}${lines.join(`,\n${inner}`)}\n${indent}${close}`
}

const INTEGER = /^-?(?:0|[1-9]\d*)$/

/** Returns the names of the shared schemas to which a schema without examples refers. */
function referencesIn(schema: Json): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesIn)
  if (!isObject(schema) || Array.isArray(schema['examples'])) return []
  const name = referredName(schema['$ref'])
  return [...(name === null ? [] : [name]), ...Object.values(schema).flatMap(referencesIn)]
}
