import type { JsonSchema, Model, Service } from '../../ir/index.js'
import { commentLine } from '../literal.js'
import { plainInterface } from './interface-text.js'
import { keySchema, nullable, valueSchema } from './model-values.js'
import { fieldsOfModel, relationOf } from './shared.js'
import { typeSchema, withOwnNames } from './type-schema.js'

/** The three types of a model, declared by json-schema-to-typescript. */
export async function declarations(service: Service, model: Model): Promise<string> {
  const { stored, virtual } = fieldsOfModel(model)
  const rowProperties: [string, JsonSchema][] = stored.map((field) => {
    const schema = valueSchema(service, field)
    const { constraints, name, type } = field
    return [
      name,
      constraints.required || name === model.key || type === 'id_field' ? schema : nullable(schema),
    ]
  })
  const held = model.relations.filter((end) => end.side === 'holder')
  const heldProperties: [string, JsonSchema][] = held.map((end) => {
    const schema = keySchema(service, end.target)
    return [end.name, relationOf(service, end).required ? schema : nullable(schema)]
  })
  const givenProperties: [string, JsonSchema][] = [
    ...stored
      .filter((field) => field.type !== 'id_field')
      .map((field): [string, JsonSchema] => {
        const schema = valueSchema(service, field)
        return [field.name, field.constraints.required ? schema : nullable(schema)]
      }),
    ...heldProperties,
    ...model.relations
      .filter((end) => end.side === 'one')
      .map((end): [string, JsonSchema] => {
        const key = keySchema(service, end.target)
        return [end.name, end.many ? { type: 'array', items: key } : nullable(key)]
      }),
  ]
  const virtualProperties = virtual.map((field): [string, JsonSchema] => [
    field.name,
    withoutReferences(field.json),
  ])
  const mustBeGiven = [
    ...stored
      .filter((field) => field.type !== 'id_field' && field.constraints.required && field.default === null)
      .map((field) => field.name),
    ...held.filter((end) => relationOf(service, end).required).map((end) => end.name),
  ]
  const { type } = model.names
  const [rowText, createText, fieldsText] = await Promise.all([
    declare(type, [...rowProperties, ...heldProperties], ALL),
    declare(`${type}Create`, givenProperties, mustBeGiven),
    declare(`${type}Fields`, [...givenProperties, ...virtualProperties], ALL),
  ])
  return [
    `/** ${commentLine(model.title ?? type)}, as stored. */`,
    rowText,
    `/** What creating one takes. */`,
    createText,
    `/** What a body can set, virtual fields included. */`,
    fieldsText,
  ].join('\n')
}

function withoutReferences(schema: JsonSchema): JsonSchema {
  return JSON.stringify(schema).includes('"$ref"') ? {} : schema
}

/** All properties are there. */
const ALL = null

/** An interface; json-schema-to-typescript makes those that are not plain. It is loaded where it is needed, since that takes long. */
async function declare(
  name: string,
  given: readonly [string, JsonSchema][],
  mustBeGiven: readonly string[] | typeof ALL,
): Promise<string> {
  const properties = Object.fromEntries(given)
  const required = mustBeGiven ?? Object.keys(properties)
  const plain = plainInterface(name, Object.entries(properties), new Set(required))
  if (plain !== null) return plain
  const { compile } = await import('json-schema-to-typescript')
  const schema = typeSchema({ type: 'object', properties, required, additionalProperties: false })
  const types = await compile(JSON.parse(JSON.stringify(schema)), name, {
    bannerComment: '',
    format: false,
    additionalProperties: false,
    $refOptions: { resolve: { file: false, http: false } },
  })
  return withOwnNames(types)
}
