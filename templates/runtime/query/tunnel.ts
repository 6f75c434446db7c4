import { BadRequest } from '../errors.js'
import type { Json, JsonObject } from '../json.js'
import type { FieldSpec, ModelSpec, RelationSpec } from '../model.js'
import { parseBody } from '../body/index.js'
import { parseValue, type ValueSpec } from '../values/index.js'
import { REFUSED_NAMES } from '../values/refused-names.js'
import { type QueryParameters, valuesOf } from './parameters.js'

const VERBS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
export type TunnelVerb = (typeof VERBS)[number]

/** The fields and relations by which the parameters are typed. */
export type TunnelModel = Pick<ModelSpec, 'fields' | 'relations'>

/** What a GET with `_m` stands for. */
export interface Tunnel {
  readonly verb: TunnelVerb
  /** The other parameters as the JSON body that they stand for, still to be validated as any body. */
  readonly body: JsonObject
}

export interface TunnelOptions {
  readonly enabled: boolean
  /** On a collection only POST can be tunneled: a PATCH, a PUT (which is the same there) or a DELETE of items takes its selection from the query. */
  readonly collection: boolean
  readonly maxDepth: number
}

/**
 * Reads `_m=VERB` of a GET (SPEC 7); undefined where there is none.
 * @throws BadRequest where tunneling is off, or the verb cannot be tunneled here
 */
export function readTunnel(
  model: TunnelModel,
  parameters: QueryParameters,
  { enabled, collection, maxDepth }: TunnelOptions,
): Tunnel | undefined {
  const [given, ...more] = valuesOf(parameters, '_m')
  if (given === undefined) return undefined
  if (!enabled) throw refused('tunneling is off here: send the request with its own method')
  const verb = VERBS.find((each) => each === given.toUpperCase())
  if (verb === undefined || more.length > 0) throw refused(`must be one of ${VERBS.join(', ')}`)
  if (collection && verb !== 'POST') throw refused(`${verb} on a collection cannot be tunneled`)
  return { verb, body: bodyOf(model, parameters, maxDepth) }
}

function refused(message: string): BadRequest {
  return new BadRequest(`_m: ${message}`, { errors: [{ path: '_m', message }] })
}

function bodyOf(model: TunnelModel, parameters: QueryParameters, maxDepth: number): JsonObject {
  const body: Record<string, Json> = {}
  for (const name of Object.keys(parameters)) {
    if (name === '_m') continue
    if (REFUSED_NAMES.has(name))
      throw new BadRequest(`${name} is refused as a name`, {
        errors: [{ path: name, message: 'is refused as a name' }],
      })
    body[name] = typed(model, name, valuesOf(parameters, name), maxDepth)
  }
  return body
}

/** The value that the texts mean by the field's type. A text that means none stays as it is: validation then tells what is wrong. */
function typed(model: TunnelModel, name: string, texts: readonly string[], maxDepth: number): Json {
  if (Object.hasOwn(model.relations, name)) return ofRelation(model.relations[name], texts)
  const field = Object.hasOwn(model.fields, name) ? model.fields[name] : undefined
  return field === undefined ? one(texts, (text) => text) : ofField(field, texts, maxDepth)
}

function ofRelation(relation: RelationSpec | undefined, texts: readonly string[]): Json {
  const spec: ValueSpec = { type: relation?.keyType ?? 'string' }
  return relation?.many === true
    ? itemsOf(texts).map((text) => single(spec, text))
    : one(texts, (text) => orNull(spec, text))
}

function ofField(field: FieldSpec, texts: readonly string[], maxDepth: number): Json {
  switch (field.type) {
    case 'list':
      return itemsOf(texts).map((text) => single(field, text))
    case 'dict':
    case 'pickle':
      return one(texts, (text) => parseBody(text, maxDepth) ?? null)
    case 'string':
    case 'text':
      return one(texts, (text) => text)
    default:
      return one(texts, (text) => orNull(field, text))
  }
}

/** An empty text is no value of any type but text. */
function orNull(spec: ValueSpec, text: string): Json {
  return text === '' ? null : single(spec, text)
}

function one(texts: readonly string[], read: (text: string) => Json): Json {
  const [text, ...more] = texts
  return text === undefined || more.length > 0 ? texts : read(text)
}

/** The items of a list: a parameter each, or one with commas; none in an empty one. */
function itemsOf(texts: readonly string[]): readonly string[] {
  const [only] = texts
  if (texts.length !== 1 || only === undefined) return texts
  return only === '' ? [] : only.split(',')
}

function single(spec: ValueSpec, text: string): Json {
  const checked = parseValue(spec, text)
  return checked.ok ? checked.value : text
}
