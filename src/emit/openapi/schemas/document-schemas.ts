import { type Field, isUnreadable, type Model, type RelationEnd, type Service } from '../../../ir/index.js'
import { compareText } from '../../../naming/order.js'
import { hasOwnRules, isSeenBy, modelOf, writeRuleOf } from '../../../ir/lookup.js'
import { withWriteRule } from './write-rule.js'
import { reference, schemaName, schemaReference } from '../references.js'
import { COUNT, KEY, SELF } from './response-schemas.js'
import { described, keySchema, nullable, ownRules, valueSchema } from './value-schema.js'
import { fieldsOfModel, isRequiredEnd, relationOf } from '../../../ir/members.js'
import { documentPath } from '../../paths.js'
import { type JsonObject, present, type Schemas } from '../../../ir/json.js'

/** Returns the response schemas for a model: a document, and a page of documents. */
export function documentSchemas(service: Service, model: Model): Schemas {
  const { type } = model.names
  const data = { type: 'array', items: schemaReference(service, type) }
  const page = { type: 'object', required: ['count', 'data'], properties: { ...COUNTS, data } }
  return [
    [schemaName(service, type), documentSchema(service, model)],
    [schemaName(service, `${type}.Page`), page],
  ]
}

/** Returns the schema of the document of an item that a request has written. */
export function writtenDocument(service: Service, model: Model): JsonObject {
  const document = schemaReference(service, model.names.type)
  const canBeHidden = (model.rowRules ?? []).length > 0 || hasOwnRules(service, model)
  return canBeHidden ? { anyOf: [document, reference('schemas', 'Response.Hidden')] } : document
}

function documentSchema(service: Service, model: Model): JsonObject {
  const fields = fieldsOfModel(model)
    .stored.filter((field) => !isUnreadable(service, model, field))
    .map((field): [string, JsonObject] => [field.name, fieldSchema(service, model, field)])
  const relations = model.relations
    .filter((end) => end.side === 'holder' || relationOf(service, end).listed !== false)
    .flatMap((end) => relationSchemas(service, model, end))
  const totals = new Set(model.relations.map(({ name }) => totalOf(name)))
  return present({
    type: 'object',
    title: model.title ?? undefined,
    description: model.description ?? undefined,
    required: [
      '_type',
      '_pk',
      '_self',
      ...[...fields, ...relations]
        .map(([name]) => name)
        .filter((name) => !totals.has(name) && isSeenByAll(service, model, name))
        .toSorted(compareText),
    ],
    properties: {
      _type: { const: model.id },
      _pk: KEY,
      _self: documentPath(service, model) === null ? nullable(SELF) : SELF,
      ...ownRules(service, model),
      ...Object.fromEntries(
        [...fields, ...relations]
          .toSorted(([a], [b]) => compareText(a, b))
          .map(([name, schema]) => [name, withWriteRule(service, schema, writeRuleOf(model, name))]),
      ),
    },
  })
}

/** Returns whether the documents of all callers who can view an item have a property, unless they ask for others. */
function isSeenByAll({ auth }: Service, { visibility }: Model, name: string): boolean {
  return (
    auth === null || (isSeenBy('public', visibility, name) && isSeenBy('authenticated', visibility, name))
  )
}

function totalOf(list: string): string {
  return `${list}_total`
}

function fieldSchema(service: Service, model: Model, field: Field): JsonObject {
  const schema = valueSchema(service, field)
  const isSet = field.constraints.required || field.name === model.key
  return described(isSet ? schema : nullable(schema), field.description)
}

/**
 * Returns the properties for a relation, which contain keys, or documents if the relation is nested. A list has another
 * property for the total number, which is present if the list is truncated.
 */
function relationSchemas(service: Service, model: Model, end: RelationEnd): [string, JsonObject][] {
  const target = modelOf(service, end.target)
  const key = keySchema(service, target.id)
  const nests = model.nested.names.includes(end.name) && model.nested.depth > 0
  const item = nests ? { anyOf: [key, schemaReference(service, target.names.type)] } : key
  if (!end.many) return [[end.name, isRequiredEnd(service, end) ? item : nullable(item)]]
  return [
    [end.name, { type: 'array', items: item }],
    [
      totalOf(end.name),
      {
        ...COUNT,
        description: `The total number of related items, if ${end.name} is truncated.`,
      },
    ],
  ]
}

const COUNTS = {
  total: {
    ...COUNT,
    description: 'The number of items that match the query. Absent with Prefer: count=none.',
  },
  total_exceeded: {
    const: true,
    description: 'Present if more than `total` items match the query.',
  },
  start: {
    ...COUNT,
    description: 'The number of items before this page. Absent if a cursor is used.',
  },
  count: { ...COUNT, description: 'The number of items on this page.' },
}
