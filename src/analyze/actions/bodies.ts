import { Collector } from '../../diagnostics/collector.js'
import { type ActionBody, type ActionResponse, type JsonSchema, resolved } from '../../ir/index.js'
import type { Body, Response, SchemaUse } from '../../api/api.js'
import { readBodySchema } from '../../schema/clean.js'
import { typesOf } from '../../schema/keywords/json-form.js'
import { toJson } from '../../schema/node.js'
import type { Components } from '../../schema/components.js'
import { type Node, textOf } from '../../source/node.js'
import { formFields } from './form-fields.js'
import { parametersOf } from './parameters.js'

/** Reads the bodies of custom actions. Each schema is read only once. */
export class ActionBodies {
  readonly #collector: Collector
  readonly #components: Components | null
  readonly #schemas = new Map<string, JsonSchema | null>()

  constructor(components: Components | null, collector: Collector) {
    this.#components = components
    this.#collector = collector
  }

  ofRequest(bodies: readonly Body[]): readonly ActionBody[] {
    return bodies
      .filter(({ mediaType }) => mediaType !== '')
      .map(({ mediaType, schema: use, example, formParameters, kept }) => {
        const schema = this.#schemaOf(mediaType, use)
        const form = isForm(mediaType) ? parametersOf(formParameters, 'form') : []
        const isDescribed = isForm(mediaType) && schema !== null && this.#components !== null
        return {
          mediaType: plainType(mediaType),
          schema,
          form: isDescribed ? formFields(schema, this.#components.used, kept?.['encoding']) : form,
          ...(this.#components === null || example === null
            ? {}
            : { example: this.#exampleText(mediaType, example, schema) }),
          ...(kept === undefined ? {} : { kept }),
        }
      })
  }

  ofResponses(responses: readonly Response[]): readonly ActionResponse[] {
    return responses.map(({ status, description, headers, bodies, kept }) => ({
      status,
      description,
      bodies: bodies
        .filter(({ mediaType }) => mediaType !== '')
        .map(({ mediaType, schema, example, kept }) => ({
          mediaType: plainType(mediaType),
          schema: this.#schemaOf(mediaType, schema),
          example:
            example === null
              ? null
              : this.#exampleText(mediaType, example, this.#schemaOf(mediaType, schema)),
          ...(kept === undefined ? {} : { kept }),
        })),
      ...(this.#components === null || headers.length === 0
        ? {}
        : { headers: parametersOf(headers, 'header') }),
      ...(Object.keys(kept).length === 0 ? {} : { kept }),
    }))
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
    for (const problem of problems.sorted().filter(({ severity }) => severity === 'error'))
      this.#collector.report('SVC4025', {
        message: `${effect}: ${problem.message}`,
        at: problem.at ?? at,
        related: [{ message: 'Used here by a custom action', at }],
        help: problem.help,
      })
    return schema
  }
}

export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(plainType(mediaType))
}

function isForm(mediaType: string): boolean {
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
  if (isJson(mediaType)) return JSON.stringify(toJson(example), null, 2)
  return example.at.file.text.slice(example.at.start, example.at.end).replaceAll('\r\n', '\n')
}
