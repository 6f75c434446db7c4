import type {
  Default,
  Field,
  FieldType,
  Json,
  JsonSchema,
  Model,
  Relation,
  RelationEnd,
  Service,
} from '../../ir/index.js'
import { Code, commentLine, literal, propertyKey } from '../literal.js'
import { plainInterface } from './interface-text.js'
import { typeSchema } from './type-schema.js'
import { byId, documentPath, fieldsOfModel, keyType } from './shared.js'

/** What `models/<name>.ts` prints. */
export interface ModelView {
  readonly name: string
  /** Quoted: as documents, errors and events call the model. */
  readonly id: string
  readonly var: string
  readonly title: string
  /** Imports of default functions: the registry, where any default is the user's own. */
  readonly imports: readonly { readonly names: string; readonly types: boolean; readonly from: string }[]
  /** Declarations by json-schema-to-typescript: the row, what create takes, what a body can set. */
  readonly types: string
  readonly keyType: string
  readonly key: string
  readonly where: readonly { readonly name: string; readonly type: string }[]
  readonly sortable: string
  readonly relations: readonly { readonly name: string; readonly type: string }[]
  readonly spec: string
}

/** The view of one model's types and table. */
export async function modelView(service: Service, model: Model): Promise<ModelView> {
  const fields = fieldsOfModel(service, model)
  const keyField = fields.stored.find((field) => field.name === model.key)
  return {
    name: model.names.type,
    id: literal(model.id),
    var: model.names.var,
    title: commentLine(model.title ?? model.names.type),
    imports: importsOf(service, model),
    types: await declarations(service, model),
    keyType: keyField === undefined ? 'string' : keyTypeScript(service, keyField.type),
    key: propertyKey(model.key),
    where: [
      ...fields.stored.map((field) => ({ name: propertyKey(field.name), type: filterType(model, field) })),
      ...model.relations.map((end) => ({ name: propertyKey(end.name), type: relationFilter(service, end) })),
    ],
    sortable: fields.stored.map((field) => literal(field.name)).join(' | '),
    relations: model.relations.map((end) => ({
      name: propertyKey(end.name),
      type: includedType(service, end),
    })),
    spec: literal(specOf(service, model)),
  }
}

function importsOf(service: Service, model: Model): ModelView['imports'] {
  const others = [...new Set(model.relations.map((end) => end.target))].filter((id) => id !== model.id).sort()
  const filters = new Set<string>(['Logical', 'ModelTypes'])
  for (const { type } of filtersOf(service, model))
    for (const name of type.matchAll(/\b(?:\w+Filter)\b/g)) filters.add(name[0])
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
            from: '../runtime/defaults.js',
          },
        ]
      : []),
    ...(service.auth?.model === model.id
      ? [{ names: 'hashPassword', types: false, from: '../runtime/auth/passwords.js' }]
      : []),
    { names: 'ModelSpec', types: true, from: '../runtime/model.js' },
    { names: [...filters].sort().join(', '), types: true, from: '../runtime/repository/types.js' },
    ...others.map((id) => {
      const { names } = byId(service.models, id)
      return { names: `${names.type}, ${names.type}Where`, types: true, from: `./${names.file}.js` }
    }),
  ]
}

function filtersOf(service: Service, model: Model): { type: string }[] {
  return [
    ...fieldsOfModel(service, model).stored.map((field) => ({ type: filterType(model, field) })),
    ...model.relations.map((end) => ({ type: relationFilter(service, end) })),
  ]
}

/** The TypeScript type of a key. */
function keyTypeScript(service: Service, type: FieldType): 'number' | 'string' {
  if (type === 'id_field') return service.engine === 'svc_sqla' ? 'number' : 'string'
  return NUMBERS.has(type) ? 'number' : 'string'
}

const NUMBERS: ReadonlySet<FieldType> = new Set([
  'integer',
  'small_integer',
  'float',
  'interval',
  'big_integer',
])

/** The JSON schema of a stored value, as the repositories give it. */
function valueSchema(service: Service, field: Field): JsonSchema {
  const { itemType, choices } = field.constraints
  const description = field.description === null ? {} : { description: commentLine(field.description) }
  return { ...description, ...baseSchema(service, field.type, field.json, choices, itemType) }
}

function baseSchema(
  service: Service,
  type: FieldType,
  json: JsonSchema,
  choices: readonly Json[] | null,
  itemType: FieldType | null,
): JsonSchema {
  switch (type) {
    case 'id_field':
      return { type: service.engine === 'svc_sqla' ? 'integer' : 'string' }
    case 'integer':
    case 'small_integer':
    case 'interval':
      return { type: 'integer' }
    case 'float':
      return { type: 'number' }
    case 'big_integer':
      return { type: ['integer', 'string'] }
    case 'decimal':
      return { type: isText(json) ? 'string' : ['number', 'string'] }
    case 'boolean':
      return { type: 'boolean' }
    case 'choice':
      return choices === null ? { type: 'string' } : { enum: [...choices] }
    case 'list':
      return {
        type: 'array',
        items:
          choices === null
            ? itemType === null
              ? {}
              : baseSchema(service, itemType, {}, null, null)
            : { enum: [...choices] },
      }
    case 'dict':
      return { type: 'object', additionalProperties: true, ...pick(json, ['properties', 'required']) }
    case 'pickle':
      return {}
    case 'string':
    case 'text':
    case 'date':
    case 'datetime':
    case 'time':
    case 'binary':
    case 'foreign_key':
      return { type: 'string' }
  }
}

/** Whether the schema takes text for it, and no number. */
function isText({ type }: JsonSchema): boolean {
  const types = [type].flat()
  return types.includes('string') && !types.includes('number') && !types.includes('integer')
}

function pick(json: JsonSchema, names: readonly string[]): JsonSchema {
  return Object.fromEntries(names.flatMap((name) => (json[name] === undefined ? [] : [[name, json[name]]])))
}

function nullable(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema['enum'])) return { ...schema, enum: [...schema['enum'], null] }
  const { type } = schema
  if (type === undefined) return schema
  return { ...schema, type: [...(Array.isArray(type) ? type : [type]), 'null'] }
}

function keySchema(service: Service, id: string): JsonSchema {
  const model = byId(service.models, id)
  const key = model.fields.find((field) => field.name === model.key)
  return { type: key === undefined ? 'string' : keyTypeScript(service, key.type) }
}

/** The three types of a model, declared by json-schema-to-typescript. */
async function declarations(service: Service, model: Model): Promise<string> {
  const { stored, virtual } = fieldsOfModel(service, model)
  const rowProperties: [string, JsonSchema][] = stored.map((field) => {
    const schema = valueSchema(service, field)
    return [field.name, field.constraints.required || field.name === model.key ? schema : nullable(schema)]
  })
  const held = model.relations.filter((end) => end.side === 'holder')
  const heldProperties: [string, JsonSchema][] = held.map((end) => {
    const schema = keySchema(service, end.target)
    return [end.name, relationOf(service, end).required ? schema : nullable(schema)]
  })
  const givenProperties: [string, JsonSchema][] = [
    ...stored
      .filter((field) => field.type !== 'id_field')
      .map((field): [string, JsonSchema] => {
        const schema = valueSchema(service, field)
        return [field.name, field.constraints.required ? schema : nullable(schema)]
      }),
    ...heldProperties,
    ...model.relations
      .filter((end) => end.side === 'one')
      .map((end): [string, JsonSchema] => {
        const key = keySchema(service, end.target)
        return [end.name, end.many ? { type: 'array', items: key } : nullable(key)]
      }),
  ]
  const virtualProperties = virtual.map((field): [string, JsonSchema] => [
    field.name,
    withoutReferences(field.json),
  ])
  const mustBeGiven = [
    ...stored
      .filter((field) => field.type !== 'id_field' && field.constraints.required && field.default === null)
      .map((field) => field.name),
    ...held.filter((end) => relationOf(service, end).required).map((end) => end.name),
  ]
  const { type } = model.names
  const [rowText, createText, fieldsText] = await Promise.all([
    declare(type, [...rowProperties, ...heldProperties], ALL),
    declare(`${type}Create`, givenProperties, mustBeGiven),
    declare(`${type}Fields`, [...givenProperties, ...virtualProperties], ALL),
  ])
  return [
    `/** ${commentLine(model.title ?? type)}, as stored. */`,
    rowText,
    `/** What creating one takes. */`,
    createText,
    `/** What a body can set, virtual fields included. */`,
    fieldsText,
  ].join('\n')
}

function withoutReferences(schema: JsonSchema): JsonSchema {
  return JSON.stringify(schema).includes('"$ref"') ? {} : schema
}

/** All properties are there. */
const ALL = null

/** An interface; json-schema-to-typescript makes those that are not plain. It is loaded where it is needed, since that takes long. */
async function declare(
  name: string,
  given: readonly [string, JsonSchema][],
  mustBeGiven: readonly string[] | typeof ALL,
): Promise<string> {
  const properties = Object.fromEntries(given)
  const required = mustBeGiven ?? Object.keys(properties)
  const plain = plainInterface(name, Object.entries(properties), new Set(required))
  if (plain !== null) return plain
  const { compile } = await import('json-schema-to-typescript')
  const schema = typeSchema({ type: 'object', properties, required, additionalProperties: false })
  return compile(JSON.parse(JSON.stringify(schema)), name, {
    bannerComment: '',
    format: false,
    additionalProperties: false,
    $refOptions: { resolve: { file: false, http: false } },
  })
}

const FILTERS: Readonly<Record<FieldType, (value: string, type: string) => string>> = {
  id_field: (value) => `${value} | OrderedFilter<${value}>`,
  string: () => 'string | null | TextFilter',
  text: () => 'string | null | TextFilter',
  choice: (value) => `${value} | AnyFilter<NonNullable<${value}>>`,
  integer: () => 'number | null | OrderedFilter<number>',
  small_integer: () => 'number | null | OrderedFilter<number>',
  interval: () => 'number | null | OrderedFilter<number>',
  float: () => 'number | null | OrderedFilter<number>',
  big_integer: () => 'number | string | null | OrderedFilter<number | string>',
  decimal: () => 'number | string | null | OrderedFilter<number | string>',
  boolean: () => 'boolean | null | AnyFilter<boolean>',
  date: () => 'string | null | OrderedFilter<string>',
  datetime: () => 'string | null | OrderedFilter<string>',
  time: () => 'string | null | OrderedFilter<string>',
  binary: () => 'PresenceFilter',
  list: (value) => `ListFilter<NonNullable<${value}>[number]>`,
  dict: () => 'PresenceFilter',
  pickle: () => 'PresenceFilter',
  foreign_key: () => 'never',
}

function filterType(model: Model, field: Field): string {
  return FILTERS[field.type](`${model.names.type}[${literal(field.name)}]`, field.type)
}

function relationFilter(service: Service, end: RelationEnd): string {
  const target = byId(service.models, end.target)
  const where = `${target.names.type}Where`
  if (end.many) return `ToManyFilter<${where}>`
  return `ToOneFilter<${where}, ${String(keySchema(service, end.target)['type'])}>`
}

function includedType(service: Service, end: RelationEnd): string {
  const { type } = byId(service.models, end.target).names
  return end.many ? `${type}[]` : `${type} | null`
}

function relationOf(service: Service, end: RelationEnd): Relation {
  return byId(service.relations, end.relation)
}

/** The model's table for the runtime: `ModelSpec` of `templates/runtime/model.ts`. */
function specOf(service: Service, model: Model): object {
  const { stored, virtual } = fieldsOfModel(service, model)
  return {
    name: model.id,
    var: model.names.var,
    table: model.names.table,
    key: model.key,
    fields: Object.fromEntries(
      [...stored, ...virtual].map((field) => [field.name, fieldSpec(service, model, field)]),
    ),
    relations: Object.fromEntries(model.relations.map((end) => [end.name, relationSpec(service, end)])),
    row: service.engine === 'svc_sqla' ? rowLiteral(model, stored) : undefined,
    foreignKeys: Object.fromEntries(
      service.relations
        .filter((relation) => relation.to === model.id && relation.foreignKey.field !== null)
        .map((relation) => [relation.foreignKey.field, relation.backref]),
    ),
    processors: processorsOf(service, model),
    schema: model.schema,
    additionalProperties: model.additionalProperties,
    nested: model.nested,
    path: documentPath(service, model),
  }
}

/** Puts the stored values of a row in their places, in the order in which the runtime selects them. */
function rowLiteral(model: Model, stored: readonly Field[]): Code {
  const held = model.relations.filter(({ side }) => side === 'holder')
  const entries = [...stored, ...held].map(({ name }, index) => `${propertyKey(name)}: at(${index})`)
  return new Code(`(at) => ({ ${entries.join(', ')} })`)
}

/** The processors of a model's fields, and of its ends of relations, by name. */
export function processorsOf(service: Service, model: Model): Readonly<Record<string, readonly string[]>> {
  const ends = model.relations.map((end): [string, readonly string[]] => {
    const relation = relationOf(service, end)
    return [end.name, end.side === 'one' ? relation.processors : relation.backrefProcessors]
  })
  const fields = model.fields.map((field): [string, readonly string[]] => [field.name, field.processors])
  return Object.fromEntries([...fields, ...ends].filter(([, names]) => names.length > 0))
}

function fieldSpec(service: Service, model: Model, field: Field): object {
  const { constraints } = field
  return {
    type: field.name === model.key ? keyType(service, field.type) : field.type,
    column: field.column,
    required: constraints.required && field.type !== 'id_field' ? true : undefined,
    unique: constraints.unique ? true : undefined,
    maxLength: constraints.maxLength ?? undefined,
    choices: constraints.choices ?? undefined,
    itemType: constraints.itemType ?? undefined,
    precision: constraints.precision ?? undefined,
    scale: constraints.scale ?? undefined,
    asString: field.type === 'decimal' && isText(field.json) ? true : undefined,
    hash: isPassword(service, field) ? new Code('hashPassword') : undefined,
    default: defaultSpec(field.default),
    onUpdate: defaultSpec(field.onUpdate),
  }
}

/** Whether the field is the password of the auth model: stored hashed, and never shown. */
function isPassword({ auth, models }: Service, field: Field): boolean {
  return (
    auth !== null && field.name === auth.fields.password && byId(models, auth.model).fields.includes(field)
  )
}

function defaultSpec(value: Default | null): object | undefined {
  switch (value?.kind) {
    case undefined:
      return undefined
    case 'literal':
      return { value: value.value }
    case 'builtin':
      return { make: new Code(value.name) }
    case 'callable':
      return { make: new Code(`() => registry.default(${literal(value.name)})`) }
  }
}

function relationSpec(service: Service, end: RelationEnd): object {
  const relation = relationOf(service, end)
  const holder = end.side === 'holder'
  return {
    model: end.target,
    side: end.side,
    many: end.many,
    unique: relation.kind === 'one-to-one',
    column: relation.foreignKey.column,
    keyType: keyType(service, holder ? relation.foreignKey.type : keyFieldType(service, end.target)),
    inverse: holder ? relation.field : relation.backref,
    required: holder && relation.required,
    onDelete: holder ? relation.backrefOnDelete : relation.onDelete,
  }
}

function keyFieldType(service: Service, id: string): FieldType {
  const model = byId(service.models, id)
  return model.fields.find((field) => field.name === model.key)?.type ?? 'string'
}
