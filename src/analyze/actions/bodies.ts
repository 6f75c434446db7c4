import { Collector } from '../../diagnostics/collector.js'
import type { ActionBody, ActionResponse, JsonSchema } from '../../ir/index.js'
import type { Body, Response, SchemaUse } from '../../raml/api.js'
import { readBodySchema } from '../../schema/body-schema.js'
import { toJson } from '../../schema/node.js'
import { parseJson } from '../../source/json/parse-json.js'
import type { Node, ScalarNode } from '../../source/node.js'
import { parametersOf } from './parameters.js'

/** Reads the bodies of custom actions. Each schema is read only once. */
export class ActionBodies {
  readonly #collector: Collector
  readonly #schemas = new Map<ScalarNode, JsonSchema | null>()

  constructor(collector: Collector) {
    this.#collector = collector
  }

  /** Returns the request bodies that a method declares. */
  ofRequest(bodies: readonly Body[]): readonly ActionBody[] {
    return bodies
      .filter(({ mediaType }) => mediaType !== '')
      .map(({ mediaType, schema, formParameters }) => ({
        mediaType: plainType(mediaType),
        schema: this.#schemaOf(mediaType, schema),
        form: isForm(mediaType) ? parametersOf(formParameters, this.#collector, true) : [],
      }))
  }

  /** Returns the responses that a method declares. */
  ofResponses(responses: readonly Response[]): readonly ActionResponse[] {
    return responses.map(({ status, description, bodies }) => ({
      status,
      description,
      bodies: bodies
        .filter(({ mediaType }) => mediaType !== '')
        .map(({ mediaType, schema, example }) => ({
          mediaType: plainType(mediaType),
          schema: this.#schemaOf(mediaType, schema),
          example: example === null ? null : exampleText(mediaType, example),
        })),
    }))
  }

  #schemaOf(mediaType: string, use: SchemaUse | null): JsonSchema | null {
    if (use === null || !isJson(mediaType)) return null
    const known = this.#schemas.get(use.text)
    if (known !== undefined) return known
    const schema = this.#read(use)
    this.#schemas.set(use.text, schema)
    return schema
  }

  /**
   * Returns the parts of a schema that can be enforced, or null if there are none, for example in XML or invalid JSON.
   */
  #read({ text, at }: SchemaUse): JsonSchema | null {
    const value = typeof text.value === 'string' ? text.value : text.source
    if (value.trim() === '' || value.trimStart().startsWith('<')) return null
    const problems = new Collector()
    const document = parseJson(text, problems)
    const schema = document === null ? null : readBodySchema(document, problems)
    const effect = schema === null ? 'This schema is not enforced' : 'Part of this schema is not enforced'
    for (const problem of problems.sorted().filter(({ severity }) => severity === 'error'))
      this.#collector.report('SVC4025', {
        message: `${effect}: ${problem.message}`,
        at: problem.at ?? at,
        related: [{ message: 'Used here by a custom action', at }],
        help: problem.help ?? undefined,
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

/**
 * Returns an example as text. A map or list is converted to JSON if the media type is JSON; otherwise it is returned as
 * written.
 */
function exampleText(mediaType: string, example: Node): string {
  if (example.kind === 'scalar')
    return (typeof example.value === 'string' ? example.value : example.source).replaceAll('\r\n', '\n')
  if (isJson(mediaType)) return JSON.stringify(toJson(example), null, 2)
  return example.at.file.text.slice(example.at.start, example.at.end).replaceAll('\r\n', '\n')
}
