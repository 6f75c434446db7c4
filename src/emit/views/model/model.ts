import {
  VALUE_TRAITS,
  isNumeric,
  isPassword,
  type Model,
  type RelationEnd,
  type Service,
} from '../../../ir/index.js'
import { literal, propertyKey } from '../../literal.js'
import { Imports } from '../../imports.js'
import { queryTypes } from '../../parameters/declared-query.js'
import { hasOwnRules, modelOf } from '../../../ir/lookup.js'
import { fieldFilter, relationFilter } from './model-filters.js'
import { specOf } from './model-spec.js'
import { declarations, valuesType } from './model-types.js'
import { keyTypeScript } from './model-values.js'
import { fieldsOfModel, proseNames, relationOf } from '../../shared.js'

/** The view for `models/<name>.ts`. */
export interface ModelView {
  readonly name: string
  /** The model's name in documents, errors and events, quoted. */
  readonly id: string
  readonly var: string
  readonly one: string
  readonly many: string
  readonly imports: Imports
  /** Declarations of choices, rows, bodies and documents. */
  readonly types: string
  readonly keyType: string
  readonly key: string
  readonly where: readonly { readonly name: string; readonly type: string }[]
  readonly sortable: string
  /** The fields that contain passwords, or null if there are none. */
  readonly secret: string | null
  readonly incrementable: string
  /** The names of the dates and datetimes. */
  readonly dates: string
  readonly relations: readonly { readonly name: string; readonly type: string }[]
  /** Types of the declared query parameters that handlers receive, for each action. */
  readonly queries: readonly { readonly action: string; readonly type: string }[]
  /** Types of the data for new and changed items. */
  readonly create: string
  readonly update: string
  readonly spec: string
}

/** Returns the view for a model's types and for the model's description for the runtime. */
export function modelView(service: Service, model: Model): ModelView {
  const names = new Imports(`models/${model.names.file}.ts`, service)
  const fields = fieldsOfModel(model)
  const { type } = model.names
  const values = valuesType(model)
  const held = model.relations.filter(({ side }) => side === 'holder').map(({ name }) => literal(name))
  const isSecret = ({ name }: { readonly name: string }): boolean => isPassword(service, model, name)
  const secrets = fields.stored.filter(isSecret).map(({ name }) => literal(name))
  const unsortable = [...(hasOwnRules(service, model) ? [literal('_acl')] : []), ...held, ...secrets]
  // The fields that a change can increment.
  const numbers = fields.stored.filter(
    ({ name, type }) => isNumeric(type) && type !== 'id_field' && name !== model.key,
  )
  const dates = fields.stored.filter(({ type }) => VALUE_TRAITS[type].kind === 'date')
  const keyField = fields.stored.find((field) => field.name === model.key)
  const spec = literal(specOf(service, model, names))
  const parts = {
    types: declarations(service, model, names),
    where: [
      ...fields.stored
        .filter((field) => !isSecret(field))
        .map((field) => ({
          name: propertyKey(field.name),
          type: fieldFilter(service, model, field, names),
        })),
      ...model.relations.map((end) => ({
        name: propertyKey(end.name),
        type: relationFilter(service, end, names),
      })),
    ],
    relations: model.relations.map((end) => ({
      name: propertyKey(end.name),
      type: includedType(service, end, names),
    })),
    queries: queryTypes(service, model, names),
    spec: hasOwnRules(service, model) ? `${names.use('withOwnAcl')}(${spec})` : spec,
  }
  return {
    name: model.names.type,
    id: literal(model.id),
    var: model.names.var,
    ...proseNames(model),
    imports: names,
    keyType: keyField === undefined ? 'string' : keyTypeScript(service, keyField.type),
    key: propertyKey(model.key),
    sortable:
      unsortable.length === 0
        ? `keyof ${model.names.type}`
        : `Exclude<keyof ${model.names.type}, ${unsortable.join(' | ')}>`,
    secret: secrets.length === 0 ? null : secrets.join(' | '),
    incrementable: namesOf(numbers),
    dates: namesOf(dates),
    create: values,
    update: values === `${type}Create` ? `${type}Update` : `Partial<${values}>`,
    ...parts,
  }
}

/** Returns the type of the fields' names. */
function namesOf(fields: readonly { readonly name: string }[]): string {
  return fields.length === 0 ? 'never' : fields.map(({ name }) => literal(name)).join(' | ')
}

function includedType(service: Service, end: RelationEnd, names: Imports): string {
  const type = names.useOwn(modelOf(service, end.target).names.type)
  if (end.many) return `${type}[]`
  return end.side === 'holder' && relationOf(service, end).required ? type : `${type} | null`
}
