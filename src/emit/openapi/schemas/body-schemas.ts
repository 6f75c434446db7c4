import {
  type Field,
  type Json,
  type Model,
  type RelationEnd,
  type Service,
  isObject,
} from '../../../ir/index.js'
import { sortedBy } from '../../../naming/order.js'
import { writeRuleOf } from '../../../ir/lookup.js'
import { withWriteRule } from './write-rule.js'
import { relocated, relocatedEach } from './relocated.js'
import { componentKey, schemaName, schemaReference } from '../references.js'
import { keySchema, nullable, ownRules, valueLimits } from './value-schema.js'
import { endOf, fieldOf, isRequiredEnd } from '../../../ir/members.js'
import { type JsonObject, listOf, objectOf, present, type Schemas } from '../../../ir/json.js'

/** What a body is used for: POST, PUT on an item, or PATCH (which includes PUT on a collection). */
type BodyUse = 'Create' | 'Replace' | 'Update'

/** Keywords that apply to a whole document, so they are omitted for the partial body of a PATCH. */
const OF_THE_WHOLE: ReadonlySet<string> = new Set([
  'required',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'dependentRequired',
  'dependentSchemas',
  'minProperties',
  'maxProperties',
  'enum',
])

/** Properties of every document that are allowed in a body, so that documents can be sent back unchanged. */
const IGNORED = {
  _type: { readOnly: true, description: 'Ignored.' },
  _pk: {
    readOnly: true,
    description: 'In a request to an item, this must be the key of that item. Ignored in other requests.',
  },
  _self: { readOnly: true, description: 'Ignored.' },
}

/** Returns the schemas for a model's bodies and for their definitions. */
export function bodySchemas(service: Service, model: Model): Schemas {
  const { type } = model.names
  const { $defs } = model.schema
  const defs = definitionsAt(service, model)
  const located = relocated(model.schema, defs)
  const { title, description, properties: _, required, additionalProperties, ...rest } = located
  const schema = (use: BodyUse, link: string | null): JsonObject => {
    const names = listOf(required).filter(
      (name) => name !== link && !(use === 'Replace' && name === model.key),
    )
    const others = Object.entries(rest).filter(
      ([keyword]) => keyword !== 'type' && (use !== 'Update' || !OF_THE_WHOLE.has(keyword)),
    )
    return present({
      type: 'object',
      title,
      description,
      required: use === 'Update' || names.length === 0 ? undefined : names,
      properties: {
        ...IGNORED,
        ...ownRules(service, model),
        ...bodyProperties(service, model, use, located),
      },
      additionalProperties,
      ...Object.fromEntries(others),
    })
  }
  const schemas: Schemas = [
    [`${type}.Create`, schema('Create', null)],
    [`${type}.Replace`, schema('Replace', null)],
    [`${type}.Update`, schema('Update', null)],
    ...requiredLinks(service, model).flatMap((link): Schemas => [
      [belowName(type, 'Create', link), schema('Create', link)],
      [belowName(type, 'Replace', link), schema('Replace', link)],
    ]),
    ...(isObject($defs) ? [[`${type}.Definitions`, { $defs: relocatedEach($defs, defs) }] as const] : []),
  ]
  return schemas.map(([name, each]) => [schemaName(service, name), each])
}

/**
 * Returns a reference to the schema for a body.
 * @param link the relation that the path sets, or null at the root
 */
export function bodyReference(service: Service, model: Model, use: BodyUse, link: string | null): JsonObject {
  const { type } = model.names
  const isGiven = use !== 'Update' && link !== null && requiredLinks(service, model).includes(link)
  return schemaReference(service, isGiven ? belowName(type, use, link) : `${type}.${use}`)
}

function belowName(type: string, use: BodyUse, link: string): string {
  return `${type}.${use}.without-${componentKey(link)}`
}

/** Returns the location of a model schema's `$defs` in the document. */
export function definitionsAt(service: Service, { names }: Model): string {
  return `#/components/schemas/${schemaName(service, `${names.type}.Definitions`)}/$defs`
}

/** Returns the required back-references that are not read-only. They can be omitted if the path sets them. */
export function requiredLinks(service: Service, model: Model): string[] {
  return model.relations
    .filter((end) => isRequiredEnd(service, end))
    .filter(({ name }) => writeRuleOf(model, name)?.readOnly !== true)
    .map(({ name }) => name)
}

function bodyProperties(
  service: Service,
  model: Model,
  use: BodyUse,
  { properties, required }: JsonObject,
): JsonObject {
  const demanded = listOf(required)
  const declared = Object.entries(objectOf(properties))
  const fields = declared.map(([name, written]): [string, Json] => {
    const schema = isObject(written)
      ? bodyValue(service, model, use, name, written, demanded.includes(name))
      : written
    const value = withWriteRule(service, schema, writeRuleOf(model, name))
    const isReadOnly = isObject(value) && isFixed(model, fieldOf(model, name), use)
    return [name, isReadOnly ? { ...value, readOnly: true } : value]
  })
  const hasKey = use === 'Create' || declared.some(([name]) => name === model.key)
  return Object.fromEntries(
    sortedBy(hasKey ? fields : [...fields, keyProperty(service, model)], ([name]) => name),
  )
}

/** Returns the schema of a property in a body. */
function bodyValue(
  service: Service,
  model: Model,
  use: BodyUse,
  name: string,
  written: JsonObject,
  isDemanded: boolean,
): JsonObject {
  const end = endOf(model, name)
  if (end !== undefined) {
    const schema = Object.keys(written).length === 0 ? linkSchema(service, end) : written
    return orNull(schema, !isRequiredEnd(service, end))
  }
  const field = fieldOf(model, name)
  const isNeeded = isDemanded || field?.constraints.required === true || name === model.key
  const { title, description } = written
  // A merge patch (RFC 7396) contains only the changed keys, with null for removed keys.
  if (use === 'Update' && field?.type === 'dict')
    return orNull(present({ type: 'object', title, description }), !isNeeded)
  const limits = field?.stored === true ? valueLimits(field) : {}
  return orNull({ ...limits, ...written }, !isNeeded)
}

/** Returns whether clients cannot write a field, because it is a generated ID or the key of an existing item. */
function isFixed(model: Model, field: Field | undefined, use: BodyUse): boolean {
  return field?.type === 'id_field' || (field?.name === model.key && use !== 'Create')
}

function linkSchema(service: Service, { target, many }: RelationEnd): JsonObject {
  const key = keySchema(service, target)
  return many ? { type: 'array', items: key } : key
}

function orNull(schema: JsonObject, isNullable: boolean): JsonObject {
  return isNullable ? nullable(schema) : schema
}

function keyProperty(service: Service, model: Model): [string, JsonObject] {
  const description = 'Optional. Cannot be changed.'
  return [model.key, { ...keySchema(service, model.id), readOnly: true, description }]
}
