import type { Model, RelationEnd, Service } from '../../../ir/index.js'
import { literal, propertyKey } from '../../literal.js'
import { modelOf } from '../../../ir/lookup.js'
import { fieldFilter, type Filter, relationFilter } from './model-filters.js'
import { specOf } from './model-spec.js'
import { declarations } from './model-types.js'
import { keyTypeScript } from './model-values.js'
import { fieldsOfModel, spokenNames } from '../shared.js'

/** What `models/<name>.ts` prints. */
export interface ModelView {
  readonly name: string
  /** Quoted: as documents, errors and events call the model. */
  readonly id: string
  readonly var: string
  readonly one: string
  readonly many: string
  /** Imports of default functions: the registry, where any default is the user's own. */
  readonly imports: readonly { readonly names: string; readonly types: boolean; readonly from: string }[]
  /** Declarations of choices, rows, bodies and documents. */
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
  const types = declarations(service, model)
  const held = model.relations.filter(({ side }) => side === 'holder').map(({ name }) => literal(name))
  const keyField = fields.stored.find((field) => field.name === model.key)
  const filters = [
    ...fields.stored.map((field) => ({ name: field.name, filter: fieldFilter(service, model, field) })),
    ...model.relations.map((end) => ({ name: end.name, filter: relationFilter(service, end) })),
  ]
  return {
    name: model.names.type,
    id: literal(model.id),
    var: model.names.var,
    ...spokenNames(model),
    imports: importsOf(
      service,
      model,
      filters.map(({ filter }) => filter),
      types,
    ),
    types,
    keyType: keyField === undefined ? 'string' : keyTypeScript(service, keyField.type),
    key: propertyKey(model.key),
    where: filters.map(({ name, filter }) => ({ name: propertyKey(name), type: filter.type })),
    sortable:
      held.length === 0
        ? `keyof ${model.names.type}`
        : `Exclude<keyof ${model.names.type}, ${held.join(' | ')}>`,
    relations: model.relations.map((end) => ({
      name: propertyKey(end.name),
      type: includedType(service, end),
    })),
    spec: literal(specOf(service, model)),
  }
}

function importsOf(
  service: Service,
  model: Model,
  filters: readonly Filter[],
  declared: string,
): ModelView['imports'] {
  const others = [...new Set(model.relations.map((end) => end.target))].filter((id) => id !== model.id).sort()
  const types = new Set(['Logical', 'ModelTypes', ...filters.flatMap(({ uses }) => uses ?? [])])
  const callable = model.fields.some(
    (field) => field.default?.kind === 'callable' || field.onUpdate?.kind === 'callable',
  )
  const builtIns = new Set(
    model.fields
      .flatMap((field) => [field.default, field.onUpdate])
      .flatMap((value) => (value?.kind === 'builtin' ? [value.name] : [])),
  )
  return [
    ...(callable ? [{ names: 'registry', types: false, from: '../registry.js' }] : []),
    ...(service.auth?.model === model.id
      ? [{ names: 'hashPassword', types: false, from: '../runtime/auth/passwords.js' }]
      : []),
    ...(/\bJson\b/.test(declared) ? [{ names: 'Json', types: true, from: '../runtime/json.js' }] : []),
    builtIns.size === 0
      ? { names: 'ModelSpec', types: true, from: '../runtime/model.js' }
      : {
          names: `type ModelSpec, ${[...builtIns].sort().join(', ')}`,
          types: false,
          from: '../runtime/model.js',
        },
    { names: [...types].sort().join(', '), types: true, from: '../runtime/repository/repository.js' },
    ...others.map((id) => {
      const { names } = modelOf(service, id)
      const nested = model.relations.some(
        ({ name, target }) => target === id && model.nested.depth > 0 && model.nested.names.includes(name),
      )
      return {
        names: `${names.type}, ${nested ? `${names.type}Document, ` : ''}${names.type}Where`,
        types: true,
        from: `./${names.file}.js`,
      }
    }),
  ]
}

function includedType(service: Service, end: RelationEnd): string {
  const { type } = modelOf(service, end.target).names
  return end.many ? `${type}[]` : `${type} | null`
}
