import type { JsonSchema, Model, Service } from '../../../ir/index.js'
import { commentLine } from '../../literal.js'
import { keySchema, nullable, valueSchema } from './model-values.js'
import { fieldsOfModel, relationOf } from '../shared.js'
import { interfaceText } from './type-text.js'

/** Returns the three types of a model. */
export function declarations(service: Service, model: Model): string {
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
  const virtualProperties = virtual.map((field): [string, JsonSchema] => [field.name, field.json])
  const mustBeGiven = [
    ...stored
      .filter((field) => field.type !== 'id_field' && field.constraints.required && field.default === null)
      .map((field) => field.name),
    ...held.filter((end) => relationOf(service, end).required).map((end) => end.name),
  ]
  const { type } = model.names
  return [
    `/** ${commentLine(model.title ?? type)}, as stored. */`,
    declare(type, [...rowProperties, ...heldProperties]),
    `/** What creating one takes. */`,
    declare(`${type}Create`, givenProperties, mustBeGiven),
    `/** What a body can set, virtual fields included. */`,
    declare(`${type}Fields`, [...givenProperties, ...virtualProperties]),
  ].join('\n')
}

function declare(
  name: string,
  given: readonly [string, JsonSchema][],
  required: readonly string[] = given.map(([property]) => property),
): string {
  return interfaceText(name, Object.fromEntries(given), required)
}
