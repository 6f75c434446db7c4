import {
  type Field,
  isUnreadable,
  type Model,
  type RelationEnd,
  type Service,
  isObject,
} from '../../../ir/index.js'
import { commentLine, literal } from '../../literal.js'
import { hasOwnRules, modelOf } from '../../../ir/lookup.js'
import type { Imports } from '../../imports.js'
import { withArticle, proseNames } from '../../../naming/phrases.js'
import { keyTypeScript, storedType } from './model-values.js'
import { schemaType } from '../../schema-types.js'
import { propertiesType, type Property } from '../../type-text.js'
import { fieldsOfModel, isRequiredEnd, keyTypeOf, relationOf } from '../../../ir/members.js'
import { choiceNames } from '../../../naming/emitted/choices.js'

/** Returns the view for the types of a model's rows, bodies, documents and choices. */
export function typesView(service: Service, model: Model, imports: Imports) {
  const { stored, virtual } = fieldsOfModel(model)
  const { type } = model.names
  const { one } = proseNames(model)
  const held = model.relations
    .filter((end) => end.side === 'holder')
    .map((end) => relationProperty(end.name, keyType(service, end), isRequiredEnd(service, end)))
  const hasOwn = hasOwnRules(service, model)
  const row = [
    ...stored.map((field) => {
      const isSet = field.constraints.required || field.name === model.key || field.type === 'id_field'
      return property(field, fieldType(service, field, imports), isSet)
    }),
    ...held,
    ...(hasOwn ? [OWN_RULES] : []),
  ]
  const given = [
    ...stored
      .filter((field) => field.type !== 'id_field')
      .map((field) => {
        if (hasMembers(field)) return property(field, `${type}[${literal(field.name)}]`, true)
        return property(field, fieldType(service, field, imports), field.constraints.required)
      }),
    ...held,
    ...model.relations
      .filter((end) => end.side === 'one')
      .map((end) => {
        const key = keyType(service, end)
        return relationProperty(end.name, end.many ? listOf(key) : key, end.many)
      }),
    ...(hasOwn ? [{ ...OWN_RULES, type: imports.use('ItemRules') }] : []),
  ]
  const mustBeGiven = new Set([
    ...stored.filter((field) => field.constraints.required && field.default === null).map(({ name }) => name),
    ...model.relations.filter((end) => isRequiredEnd(service, end)).map(({ name }) => name),
  ])
  const readOnly = new Set((model.writeRules ?? []).filter((rule) => rule.readOnly).map((rule) => rule.name))
  const optional = given.map((each) => ({ ...each, isOptional: !mustBeGiven.has(each.name) }))
  const fixed = optional.filter((each) => readOnly.has(each.name))
  const item = withArticle(one)
  const capitalItem = item.charAt(0).toUpperCase() + item.slice(1)
  return {
    choices: [...stored, ...virtual].flatMap((field) => choiceView(service, field)),
    about: commentLine(model.description ?? `${capitalItem} as stored; relations are keys.`),
    item,
    capitalItem,
    row: propertiesType(row),
    created: propertiesType(optional.filter((each) => !readOnly.has(each.name))),
    readOnly: fixed.length > 0 && propertiesType(fixed),
    virtual:
      virtual.length > 0 &&
      propertiesType(virtual.map((field) => property(field, schemaType(field.json, imports), true))),
    ...documentView(service, model, stored, imports),
  }
}

const OWN_RULES: Property = {
  name: '_acl',
  type: 'string[] | null',
  description: "The item's own access rules.",
  isOptional: false,
}

/**
 * Returns the names of the types whose intersection is the type of all values that code can set when it creates an item,
 * which are those that a request can set and read-only ones.
 */
export function valuesTypes({
  names: { type },
  fields,
  relations,
  writeRules = [],
}: Model): readonly string[] {
  // Nobody sets a generated ID, so `readOnly` says nothing new there.
  const set = fields.filter(
    (field) => field.stored && field.type !== 'id_field' && field.type !== 'foreign_key',
  )
  const stored = [...set, ...relations].map(({ name }) => name)
  const hasReadOnly = writeRules.some(({ name, readOnly }) => readOnly && stored.includes(name))
  return [`${type}Create`, ...(hasReadOnly ? [`${type}ReadOnly`] : [])]
}

function fieldType(service: Service, field: Field, imports: Imports): string {
  const choices = choiceNames(service, field)
  if (choices === undefined) return storedType(service, field, imports)
  return field.type === 'list' ? listOf(choices.type) : choices.type
}

/**
 * Returns whether a field's type lists members, in which case other types refer to that type instead of repeating it.
 */
function hasMembers({ type, json }: Field): boolean {
  return type === 'dict' && isObject(json['properties']) && Object.keys(json['properties']).length > 0
}

function choiceView(service: Service, field: Field): readonly object[] {
  const names = choiceNames(service, field)
  if (names === undefined) return []
  const of = field.type === 'list' ? 'items' : 'values'
  return [{ ...names, of, field: commentLine(field.name), values: literal(field.constraints.choices) }]
}

/** Returns the view for documents: stored values without the password, and relations as keys or documents. */
function documentView(service: Service, model: Model, stored: readonly Field[], imports: Imports) {
  const shown = model.relations.filter(
    (end) =>
      (end.side === 'one' && relationOf(service, end).listed !== false) ||
      (end.side === 'holder' && isNested(model, end)),
  )
  const left = [
    ...stored.filter((field) => isUnreadable(service, model, field)).map(({ name }) => name),
    ...shown.filter(({ side }) => side === 'holder').map(({ name }) => name),
  ]
  const relations = shown.flatMap((end): Property[] => {
    const key = keyType(service, end)
    const document = `${modelOf(service, end.target).names.type}Document`
    const item = isNested(model, end) ? `${key} | ${imports.useOwn(document)}` : key
    if (!end.many) return [relationProperty(end.name, item, isRequiredEnd(service, end))]
    return [
      relationProperty(end.name, listOf(item), true),
      relationProperty(`${end.name}_total`, 'number', true),
    ]
  })
  const own: Property[] = [
    relationProperty('_type', literal(model.id), true),
    relationProperty('_pk', 'string', true),
    relationProperty('_self', 'string', false),
  ]
  return {
    document: propertiesType([...own, ...relations.map((each) => ({ ...each, isOptional: true }))]),
    omitted: left.length > 0 && left.map(literal).join(' | '),
    // A response that declares the component of the model accepts its documents.
    component: service.schemas === undefined ? null : imports.useComponentOf(model.id),
  }
}

function isNested({ nested }: Model, { name }: RelationEnd): boolean {
  return nested.depth > 0 && nested.names.includes(name)
}

function keyType(service: Service, { target }: RelationEnd): string {
  return keyTypeScript(service, keyTypeOf(service, target))
}

function property({ name, description }: Field, type: string, isSet: boolean): Property {
  return { ...relationProperty(name, type, isSet), description }
}

function relationProperty(name: string, type: string, isSet: boolean): Property {
  return { name, type: isSet ? type : nullable(type), description: null, isOptional: false }
}

function nullable(type: string): string {
  return type === 'Json' ? type : `${type} | null`
}

function listOf(type: string): string {
  return `(${type})[]`
}
