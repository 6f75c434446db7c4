import { type Field, type FieldType, type ItemType, type Model, type Service } from '../../ir/index.js'
import { hasOwnRules } from '../../ir/lookup.js'

/** A placeholder location, because internal models are not in the input. */
const loc = { file: '', line: 1, column: 1 }

/**
 * Adds the internal models and columns for authentication to a service, for migrations. The models
 * represent the tables in `templates/runtime/auth/accounts.ts`. Their IDs are not valid model names, so they cannot
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

const OWN_ACL = field('_acl', 'list', false, 'string')

const INTERNAL_MODELS: readonly Model[] = [
  internal('svc_auth_accounts', [key('user'), text('epoch'), text('token'), text('basis')]),
  internal('svc_auth_ended_sessions', [key('id'), indexed(field('expires', 'datetime', false))]),
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

function key(name: string): Field {
  return field(name, 'string', true)
}

function indexed(field: Field): Field {
  return { ...field, constraints: { ...field.constraints, index: true } }
}

function text(name: string): Field {
  return field(name, 'string', false)
}

function field(name: string, type: FieldType, required: boolean, itemType: ItemType | null = null): Field {
  return {
    name,
    type,
    stored: true,
    description: null,
    json: {},
    column: name,
    constraints: {
      required,
      unique: false,
      index: false,
      minLength: null,
      maxLength: null,
      choices: null,
      itemType,
      precision: null,
      scale: null,
    },
    default: null,
    onUpdate: null,
    processors: [],
    renamedFrom: null,
    loc,
  }
}
