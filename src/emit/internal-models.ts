import type { Field, FieldType, Model, Service } from '../ir/index.js'

/** Nowhere in the input. */
const loc = { file: '', line: 1, column: 1 }

/**
 * The service with the models that authentication keeps its own state in, as `templates/runtime/auth/models.ts` has them: they get tables, and
 * no routes. Their ids are no names that a model of the input can have.
 */
export function withInternalModels(service: Service): Service {
  return service.auth === null ? service : { ...service, models: [...service.models, ...INTERNAL_MODELS] }
}

const INTERNAL_MODELS: readonly Model[] = [
  internal('svc_auth_accounts', [key('user'), text('epoch'), text('token'), text('basis')]),
  internal('svc_auth_ended_sessions', [key('id'), field('expires', 'datetime', false)]),
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

function text(name: string): Field {
  return field(name, 'string', false)
}

function field(name: string, type: FieldType, required: boolean): Field {
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
      itemType: null,
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
