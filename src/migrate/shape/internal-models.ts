import {
  type Constraints,
  type Field,
  type FieldType,
  type Model,
  type Service,
  UNCONSTRAINED,
} from '../../ir/index.js'
import { hasOwnRules } from '../../ir/lookup.js'

/** A placeholder location, because internal models are not in the input. */
const loc = { file: '', line: 1, column: 1 }

/**
 * Adds the internal models and columns for authentication to a service, for migrations. The models
 * represent the tables in `templates/runtime/users/users.ts`. Their IDs are not valid model names, so they cannot
 * clash with the IDs of other models. If `database_acls` is on, the tables of guarded models have a column for item
 * rules.
 */
export function withInternalModels(service: Service): Service {
  if (service.auth === null) return service
  const models = service.models.map((model) =>
    hasOwnRules(service, model) ? { ...model, fields: [...model.fields, OWN_ACL] } : model,
  )
  return { ...service, models: [...models, ...INTERNAL_MODELS] }
}

const OWN_ACL = field('_acl', 'list', { itemType: 'string' })

const INTERNAL_MODELS: readonly Model[] = [
  internal('svc_auth_accounts', [
    field('user', 'string', { required: true }),
    ...['epoch', 'token', 'basis'].map((name) => field(name, 'string')),
  ]),
  internal('svc_auth_ended_sessions', [
    field('id', 'string', { required: true }),
    field('expires', 'datetime', { index: true }),
  ]),
]

function internal(table: string, fields: readonly Field[]): Model {
  return {
    id: table,
    names: { type: table, var: table, plural: table, file: table, table },
    title: null,
    description: null,
    key: fields[0]?.name ?? 'id',
    fields,
    relations: [],
    visibility: { public: null, authenticated: null, hidden: [] },
    nested: { names: [], depth: 0 },
    additionalProperties: false,
    schema: {},
    renamedFrom: null,
    plain: false,
    loc,
  }
}

function field(name: string, type: FieldType, constraints: Partial<Constraints> = {}): Field {
  return {
    name,
    type,
    stored: true,
    description: null,
    json: {},
    column: name,
    constraints: { ...UNCONSTRAINED, ...constraints },
    default: null,
    onUpdate: null,
    processors: [],
    renamedFrom: null,
    loc,
  }
}
