import type { Model, RelationEnd, Service } from '../../../ir/index.js'
import { commentLine, literal, propertyKey } from '../../literal.js'
import { modelOf } from '../../../ir/lookup.js'
import { fieldFilter, type Filter, relationFilter } from './model-filters.js'
import { specOf } from './model-spec.js'
import { declarations } from './model-types.js'
import { keyTypeScript } from './model-values.js'
import { fieldsOfModel } from '../shared.js'

/** What `models/<name>.ts` prints. */
export interface ModelView {
  readonly name: string
  /** Quoted: as documents, errors and events call the model. */
  readonly id: string
  readonly var: string
  readonly title: string
  /** Imports of default functions: the registry, where any default is the user's own. */
  readonly imports: readonly { readonly names: string; readonly types: boolean; readonly from: string }[]
  /** Declarations: the row, what create takes, what a body can set. */
  readonly types: string
  readonly keyType: string
  readonly key: string
  readonly where: readonly { readonly name: string; readonly type: string }[]
  readonly sortable: string
  readonly relations: readonly { readonly name: string; readonly type: string }[]
  readonly spec: string
}

/** The view of one model's types and table. */
export function modelView(service: Service, model: Model): ModelView {
  const fields = fieldsOfModel(model)
  const keyField = fields.stored.find((field) => field.name === model.key)
  const filters = [
    ...fields.stored.map((field) => ({ name: field.name, filter: fieldFilter(model, field) })),
    ...model.relations.map((end) => ({ name: end.name, filter: relationFilter(service, end) })),
  ]
  return {
    name: model.names.type,
    id: literal(model.id),
    var: model.names.var,
    title: commentLine(model.title ?? model.names.type),
    imports: importsOf(
      service,
      model,
      filters.map(({ filter }) => filter),
    ),
    types: declarations(service, model),
    keyType: keyField === undefined ? 'string' : keyTypeScript(service, keyField.type),
    key: propertyKey(model.key),
    where: filters.map(({ name, filter }) => ({ name: propertyKey(name), type: filter.type })),
    sortable: fields.stored.map((field) => literal(field.name)).join(' | '),
    relations: model.relations.map((end) => ({
      name: propertyKey(end.name),
      type: includedType(service, end),
    })),
    spec: literal(specOf(service, model)),
  }
}

function importsOf(service: Service, model: Model, filters: readonly Filter[]): ModelView['imports'] {
  const others = [...new Set(model.relations.map((end) => end.target))].filter((id) => id !== model.id).sort()
  const types = new Set(['Logical', 'ModelTypes', ...filters.flatMap(({ uses }) => uses ?? [])])
  const callable = model.fields.some(
    (field) => field.default?.kind === 'callable' || field.onUpdate?.kind === 'callable',
  )
  const builtIns = model.fields
    .flatMap((field) => [field.default, field.onUpdate])
    .filter((value) => value?.kind === 'builtin')
  return [
    ...(callable ? [{ names: 'registry', types: false, from: '../registry.js' }] : []),
    ...(builtIns.length > 0
      ? [
          {
            names: [...new Set(builtIns.map((value) => (value?.kind === 'builtin' ? value.name : '')))]
              .sort()
              .join(', '),
            types: false,
            from: '../runtime/model.js',
          },
        ]
      : []),
    ...(service.auth?.model === model.id
      ? [{ names: 'hashPassword', types: false, from: '../runtime/auth/passwords.js' }]
      : []),
    { names: 'ModelSpec', types: true, from: '../runtime/model.js' },
    { names: [...types].sort().join(', '), types: true, from: '../runtime/repository/repository.js' },
    ...others.map((id) => {
      const { names } = modelOf(service, id)
      return { names: `${names.type}, ${names.type}Where`, types: true, from: `./${names.file}.js` }
    }),
  ]
}

function includedType(service: Service, end: RelationEnd): string {
  const { type } = modelOf(service, end.target).names
  return end.many ? `${type}[]` : `${type} | null`
}
