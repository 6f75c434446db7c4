import {
  type Field,
  VALUE_TRAITS,
  isNumeric,
  isPassword,
  type Model,
  type RelationEnd,
  type Service,
} from '../../../ir/index.js'
import { literal, propertyKey } from '../../literal.js'
import type { Imports } from '../../imports.js'
import { queryTypes } from '../../parameters/declared-query.js'
import { hasOwnRules, modelOf } from '../../../ir/lookup.js'
import { fieldFilter, relationFilter } from './model-filters.js'
import { specOf } from './model-spec.js'
import { typesView, valuesTypes } from './model-types.js'
import { keyTypeScript } from './model-values.js'
import { fieldsOfModel, isRequiredEnd, keyTypeOf } from '../../../ir/members.js'
import { proseNames } from '../../../naming/phrases.js'
import { documentOf } from '../../../ir/contracts.js'

/** Returns the view for `models/<name>.ts`: a model's types, and its description for the runtime. */
export function modelView(service: Service, model: Model, imports: Imports) {
  const { type } = model.names
  const { stored } = fieldsOfModel(model)
  const values = valuesTypes(model).join(' & ')
  const isSecret = ({ name }: Field): boolean => isPassword(service, model, name)
  const secrets = stored.filter(isSecret)
  const unsortable = [
    ...(hasOwnRules(service, model) ? [{ name: '_acl' }] : []),
    ...model.relations.filter(({ side }) => side === 'holder'),
    ...secrets,
  ]
  const incrementable = stored.filter(
    (field) => isNumeric(field.type) && field.type !== 'id_field' && field.name !== model.key,
  )
  return {
    name: type,
    id: literal(model.id),
    var: model.names.var,
    ...proseNames(model),
    ...typesView(service, model, imports),
    keyType: keyTypeScript(service, keyTypeOf(service, model.id)),
    key: propertyKey(model.key),
    where: [
      ...stored
        .filter((field) => !isSecret(field))
        .map((field) => ({
          name: propertyKey(field.name),
          type: fieldFilter(service, model, field, imports),
        })),
      ...model.relations.map((end) => ({
        name: propertyKey(end.name),
        type: relationFilter(service, end, imports),
      })),
    ],
    sortable:
      unsortable.length === 0
        ? `keyof ${type}`
        : `${imports.use('Exclude')}<keyof ${type}, ${namesOf(unsortable)}>`,
    // What functions of the user's get as a document.
    declared: documentOf(service, model) !== undefined ? imports.useComponentOf(model.id) : null,
    secret: secrets.length === 0 ? null : namesOf(secrets),
    incrementable: namesOf(incrementable),
    dates: namesOf(stored.filter((field) => VALUE_TRAITS[field.type].kind === 'date')),
    relations: model.relations.map((end) => ({
      name: propertyKey(end.name),
      type: includedType(service, end, imports),
    })),
    // The types of the declared query parameters that handlers receive, for each action.
    queries: queryTypes(service, model, imports),
    create: values,
    update: values === `${type}Create` ? `${type}Update` : `${imports.use('Partial')}<${values}>`,
    spec: literal(specOf(service, model, imports)),
  }
}

function namesOf(fields: readonly { readonly name: string }[]): string {
  return fields.length === 0 ? 'never' : fields.map(({ name }) => literal(name)).join(' | ')
}

/** Returns what says which items `include` adds for a relationship. */
function includedType(service: Service, end: RelationEnd, imports: Imports): string {
  const type = imports.useOwn(`${modelOf(service, end.target).names.type}Types`)
  if (end.many) return `${type}[]`
  return isRequiredEnd(service, end) ? type : `${type} | null`
}
