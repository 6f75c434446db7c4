import { below, pick, random, type Random } from './random.js'
import { addTraits } from './random-traits.js'

/** A random valid API, as the files that svcgen reads. */
export interface RandomApi {
  /** Keyed by path; `api.raml` or `api.yaml` is the main file. */
  readonly files: ReadonlyMap<string, string>
  readonly main: string
  readonly features: readonly string[]
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type Properties = Record<string, Record<string, Json>>

/** Models with their path segments. Many have names that generated code might use itself. */
const NAMES: readonly (readonly [string, string])[] = [
  ['Service', 'services'],
  ['Event', 'events'],
  ['Order', 'orders'],
  ['Person', 'people'],
  ['Story', 'stories'],
  ['UserProfile', 'user-profiles'],
  ['Request', 'requests'],
  ['Response', 'responses'],
  ['Model', 'models'],
  ['Type', 'types'],
  ['Example', 'examples'],
  ['Schema', 'schemas'],
  ['Session', 'sessions'],
  ['Object', 'objects'],
  ['Row', 'rows'],
  ['Sample', 'samples'],
  ['Action', 'actions'],
]

const FIELD_NAMES = [
  'title',
  'count',
  'data',
  'default',
  'class',
  'from',
  'order',
  'key',
  'value',
  'length',
  'status',
  'kind',
  'name',
  'body',
  'query',
  'select',
  'first-name',
  '名前',
  'level',
  'since',
  'where',
  'total',
  'rows',
  'item',
]

export interface RandomModel {
  readonly name: string
  readonly segment: string
  readonly key: string
  readonly keyType: string
  readonly properties: Properties
  readonly required: string[]
  readonly root: Record<string, Json>
  /** Fields of which a rule can compare values, with a filter. */
  readonly filters: string[]
  /** List and dict fields, which have sub-resources. */
  readonly attributes: string[]
  /** Fields that can be part of a unique group. */
  readonly groupable: string[]
  /** To-many fields and to-one fields that paths can lead through. */
  readonly children: { readonly field: string; readonly model: string; readonly isOne: boolean }[]
}

/** Returns a random valid API. The same seed gives the same API. */
export function randomApi(seed: number): RandomApi {
  const next = random(seed)
  const chance = (probability: number): boolean => next() < probability
  const isOpenApi = chance(0.4)
  const isSecured = chance(0.6)
  const models = randomModels(next, chance, isSecured)
  relate(next, chance, models)
  if (chance(0.6)) addTraits(next, chance, models, isSecured)
  for (const model of models)
    addRoot(next, chance, model, isSecured, models.includes(model) && models[0] === model)
  const features = [
    'data',
    'jobs',
    'metrics',
    'tracing',
    'tunneling',
    'polymorphic',
    ...(isSecured ? ['accounts'] : []),
  ]
  const api = { models, isSecured, next, chance }
  return {
    ...(isOpenApi ? openApi(api) : raml(api)),
    features: features.filter(() => chance(0.15)),
  }
}

type Chance = (probability: number) => boolean

interface Api {
  readonly models: readonly RandomModel[]
  readonly isSecured: boolean
  readonly next: Random
  readonly chance: Chance
}

function randomModels(next: Random, chance: Chance, isSecured: boolean): readonly RandomModel[] {
  const names = [...NAMES]
  const models: RandomModel[] = isSecured ? [user(next, chance)] : []
  const count = 1 + below(next, 4)
  for (let index = 0; index < count; index += 1) {
    const [name = '', segment = ''] = names.splice(below(next, names.length), 1)[0] ?? []
    const model = plainModel(next, chance, name, segment)
    if (isSecured && chance(0.3)) addOwner(chance, model)
    models.push(model)
  }
  return models
}

function emptyModel(name: string, segment: string, key: string, keyType: string): RandomModel {
  const shared = { name, segment, key, keyType, required: [], root: {} }
  return { ...shared, properties: {}, filters: [], attributes: [], groupable: [], children: [] }
}

function user(next: Random, chance: Chance): RandomModel {
  const model = emptyModel('User', 'users', 'username', 'string')
  model.properties['username'] = {
    type: 'string',
    ...(chance(0.3) ? { pattern: '^[a-z0-9-]+$' } : {}),
    _db_settings: {
      type: 'string',
      primary_key: true,
      required: true,
      ...(chance(0.5) ? { max_length: 30 } : {}),
    },
  }
  model.properties['email'] = {
    type: 'string',
    format: 'email',
    _db_settings: { type: 'string', required: true, unique: true },
  }
  model.properties['password'] = {
    type: 'string',
    ...(chance(0.5) ? { minLength: 8 } : {}),
    _db_settings: { type: 'string', required: true, ...(chance(0.5) ? { min_length: 6 } : {}) },
  }
  const choices = pick(next, [['admin', 'user'], ['admin'], ['admin', 'editor', 'staff']])
  model.properties['groups'] = {
    type: ['array', 'null'],
    items: { type: 'string' },
    _db_settings: { type: 'list', item_type: 'string', choices },
  }
  model.required.push('username', 'email', 'password')
  model.root['_auth_model'] = true
  if (chance(0.4)) model.root['_public_fields'] = ['username']
  addFields(next, chance, model, below(next, 3))
  return model
}

function plainModel(next: Random, chance: Chance, name: string, segment: string): RandomModel {
  const [key, keyType] = pick(next, [
    ['id', 'id_field'],
    ['id', 'id_field'],
    ['slug', 'string'],
    ['number', 'integer'],
    ['code', 'string'],
  ] as const)
  const model = emptyModel(name, segment, key, keyType)
  const json = keyType === 'string' ? { type: 'string' } : { type: ['integer', 'string'] }
  model.properties[key] = {
    ...(keyType === 'integer' ? { type: 'integer' } : json),
    ...(key === 'code' ? { pattern: '^[A-Z]{2}[0-9]{3}$' } : {}),
    _db_settings: { type: keyType, primary_key: true, ...(keyType === 'id_field' ? {} : { required: true }) },
  }
  if (keyType !== 'id_field') model.required.push(key)
  addFields(next, chance, model, 1 + below(next, 6))
  return model
}

/** Adds a required field that the caller determines, unless clients can set it and do. */
function addOwner(chance: Chance, model: RandomModel): void {
  model.properties['owned_by'] = {
    type: 'string',
    ...(chance(0.7) ? { readOnly: true } : {}),
    _db_settings: { type: 'string', required: true, default: '{{user.username}}' },
  }
  model.filters.push('owned_by={{user.username}}')
}

function addFields(next: Random, chance: Chance, model: RandomModel, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const name = pick(next, FIELD_NAMES)
    if (name in model.properties) continue
    addField(next, chance, model, name)
  }
}

type Kind = {
  readonly json: Record<string, Json>
  readonly settings: Record<string, Json>
  readonly filter?: string
}

/** Makes a random field of each type. */
const KINDS: Readonly<Record<string, (next: Random, chance: Chance) => Kind>> = {
  string: (_, chance) => ({
    json: {
      type: 'string',
      ...(chance(0.2) ? { pattern: '^[a-z]+(-[a-z0-9]+)*$' } : chance(0.2) ? { enum: ['a', 'b', 'c'] } : {}),
    },
    settings: chance(0.4) ? { max_length: 12, min_length: 1 } : {},
    filter: '=a',
  }),
  text: (_, chance) => ({
    json: { type: 'string' },
    settings: chance(0.4) ? { index: true } : {},
    filter: '__contains=a',
  }),
  integer: (next) => ({
    json: { type: 'integer', ...(below(next, 2) === 0 ? { minimum: 0, maximum: 3 } : {}) },
    settings: {},
    filter: '__lte=2',
  }),
  small_integer: () => ({ json: { type: 'integer' }, settings: {}, filter: '__gt=2' }),
  big_integer: () => ({ json: { type: 'integer' }, settings: {}, filter: '__gte=2' }),
  float: (next) => ({
    json: { type: 'number', ...(below(next, 2) === 0 ? { minimum: 0, maximum: 1 } : {}) },
    settings: {},
    filter: '__lt=0.5',
  }),
  decimal: (next) => ({
    json: { type: below(next, 2) === 0 ? 'string' : 'number' },
    settings: { precision: 8, scale: 2 },
    filter: '__gte=1.5',
  }),
  boolean: () => ({ json: { type: 'boolean' }, settings: {}, filter: '=true' }),
  date: (next) => ({
    json: { type: 'string', format: 'date' },
    settings: {},
    filter: pick(next, ['__gte={{today}}', '={{today}}', '__lt={{today}}', '__gt=2024-01-01']),
  }),
  datetime: (next) => ({
    json: { type: 'string', format: 'date-time' },
    settings: {},
    filter: pick(next, ['__gte={{now}}', '__lt={{now}}', '__exists=true']),
  }),
  time: () => ({ json: { type: 'string' }, settings: {}, filter: '__gte=12:00:00' }),
  interval: () => ({ json: { type: 'integer', minimum: 0 }, settings: {}, filter: '__gt=10' }),
  binary: () => ({ json: { type: 'string' }, settings: {} }),
  choice: () => ({
    json: { type: 'string' },
    settings: { choices: ['draft', 'final', 'old'] },
    filter: '=draft',
  }),
  list: (next) => ({
    json: { type: 'array', items: { type: 'string' }, ...(below(next, 3) === 0 ? { maxItems: 2 } : {}) },
    settings: { item_type: 'string' },
    filter: '__any=x',
  }),
  dict: (next) => ({
    json: {
      type: 'object',
      ...(below(next, 2) === 0
        ? { properties: { depth: { type: 'integer' } }, additionalProperties: false }
        : {}),
    },
    settings: {},
  }),
  pickle: () => ({ json: { type: 'object' }, settings: {} }),
}

const UNIQUE = ['string', 'integer', 'date', 'decimal', 'choice', 'boolean']
const LITERALS: Readonly<Record<string, Json>> = {
  string: 'a',
  integer: 1,
  float: 0.5,
  boolean: false,
  choice: 'draft',
  date: '2024-05-01',
}
const CALLABLES: Readonly<Record<string, string>> = {
  datetime: '{{datetime.datetime.utcnow}}',
  date: '{{datetime.date.today}}',
}

function addField(next: Random, chance: Chance, model: RandomModel, name: string): void {
  const type = pick(next, Object.keys(KINDS))
  const { json, settings, filter } = KINDS[type]?.(next, chance) ?? { json: {}, settings: {} }
  const isRequired = chance(0.35)
  const isUnique = UNIQUE.includes(type) && !('enum' in json) && chance(0.25)
  const fitting = 'pattern' in json || 'maximum' in json ? null : (LITERALS[type] ?? null)
  const defaults: readonly Json[] = [
    fitting,
    CALLABLES[type] ?? null,
    type === 'string' ? `{{default_${ascii(name)}}}` : null,
  ]
  const value = chance(0.4) && !isUnique ? pick(next, defaults) : null
  const rules = pick(next, [{}, {}, {}, {}, { _write_once: true }, value === null ? {} : { readOnly: true }])
  model.properties[name] = {
    ...json,
    ...(isRequired || typeof json['type'] !== 'string' ? {} : { type: [json['type'], 'null'] }),
    ...('enum' in json && !isRequired
      ? { enum: [...(Array.isArray(json['enum']) ? json['enum'] : []), null] }
      : {}),
    ...(chance(0.15) && type === 'string' ? { _processors: [`tidy_${ascii(name)}`] } : {}),
    ...rules,
    _db_settings: {
      type,
      ...settings,
      ...(isRequired ? { required: true } : {}),
      ...(isUnique ? { unique: true } : {}),
      ...(value === null ? {} : { default: value }),
    },
  }
  if (isRequired && value === null && !('readOnly' in rules)) model.required.push(name)
  if (filter !== undefined && !name.includes('-')) model.filters.push(`${name}${filter}`)
  if (type === 'list' || type === 'dict') model.attributes.push(name)
  if (type === 'string' || type === 'integer') model.groupable.push(name)
}

/** Links random pairs of models. */
function relate(next: Random, chance: Chance, models: readonly RandomModel[]): void {
  const count = below(next, models.length + 2)
  for (let index = 0; index < count; index += 1) {
    const one = pick(next, models)
    const holder = pick(next, models)
    const isOneToOne = chance(0.25)
    const backref = `of_${index}`
    const field = isOneToOne ? `its_${index}` : `all_${index}`
    const isRequired = one !== holder && models.indexOf(one) < models.indexOf(holder) && chance(0.4)
    one.properties[field] = {
      _db_settings: {
        type: 'relationship',
        document: holder.name,
        backref_name: backref,
        foreign_keys: `${holder.name}.${backref}_key`,
        ...(isOneToOne ? { uselist: false } : {}),
        ...(chance(0.4) ? { ondelete: pick(next, ['CASCADE', 'RESTRICT', 'NULLIFY']) } : {}),
      },
    }
    holder.properties[`${backref}_key`] = {
      _db_settings: {
        type: 'foreign_key',
        ref_document: one.name,
        ref_column: `${tableOf(one.name)}.${one.key}`,
        ref_column_type: one.keyType,
        ...(isRequired ? { required: true } : {}),
        ...(chance(0.1) ? { default: `{{default_${backref}}}` } : {}),
      },
    }
    if (!isOneToOne) holder.groupable.push(backref)
    one.children.push({ field, model: holder.name, isOne: isOneToOne })
    if (one.name === 'User') holder.filters.push(`${backref}={{user.username}}`)
    for (const filter of one.filters.slice(0, 1)) holder.filters.push(`${backref}.${filter}`)
    for (const filter of holder.filters.slice(0, 1))
      if (!filter.includes('of_')) one.filters.push(`${field}.${filter}`)
  }
}

function addRoot(
  next: Random,
  chance: Chance,
  model: RandomModel,
  isSecured: boolean,
  isUser: boolean,
): void {
  const { root, groupable, filters } = model
  const [one, other] = groupable
  if (one !== undefined && other !== undefined && chance(0.4)) root['_unique_together'] = [[one, other]]
  if (chance(0.3)) {
    const tag = pick(next, [
      'before_create',
      'after_update',
      'before_set',
      'after_show',
      'before_index',
      'on_change',
    ])
    root['_event_handlers'] = { [tag]: [`${tag}_${ascii(model.segment)}`] }
  }
  if (chance(0.2)) root['additionalProperties'] = true
  if (!isSecured || isUser || chance(0.5)) return
  const all = [
    'allow g:admin all',
    'allow everyone view',
    `allow authenticated view where {{shared_${ascii(model.segment)}}}`,
    ...filters.map((filter) => `allow authenticated view, update where ${filter}`),
    ...filters.map((filter) => `allow authenticated all where ${filter}`),
    ...(filters.length > 1
      ? [`allow authenticated view, create, delete where ${filters.slice(0, 2).join('&')}`]
      : []),
  ]
  root['_row_rules'] = [...new Set([pick(next, all), pick(next, all), pick(next, all)])]
}

const COLLECTION = ['get', 'post', 'put', 'patch', 'delete', 'options']
const ITEM = ['get', 'put', 'patch', 'delete', 'options']

function raml({ models, isSecured, next, chance }: Api): Pick<RandomApi, 'files' | 'main'> {
  const lines = [
    '#%RAML 0.8',
    '---',
    'title: Random',
    'version: v1',
    'baseUri: http://{host}/{version}',
    'mediaType: application/json',
  ]
  if (isSecured) {
    lines.push(
      'securitySchemes:',
      '  - auth:',
      ...(chance(0.6)
        ? [
            '      type: x-Ticket',
            '      settings: { secret: auth_secret, hashalg: sha512, cookie_name: t, http_only: "true" }',
          ]
        : [`      type: ${chance(0.5) ? 'x-ApiKey' : 'OAuth 2.0'}`]),
      '  - rules:',
      '      type: x-ACL',
      '      settings:',
      `        collection: ${pick(next, ACLS)}`,
      `        item: ${pick(next, ACLS)}`,
      'securedBy: [auth, rules]',
    )
  }
  const files = new Map<string, string>()
  for (const model of models) {
    files.set(`schemas/${model.name}.json`, JSON.stringify(schemaOf(model), null, 2))
    lines.push(`/${model.segment}:`)
    const body = [
      '    body:',
      '      application/json:',
      `        schema: !include schemas/${model.name}.json`,
    ]
    if (isSecured && chance(0.2)) lines.push(`  securedBy: ${pick(next, ['[null]', '[rules]', '[auth]'])}`)
    for (const method of COLLECTION.filter((each) => each === 'post' || chance(0.6)))
      lines.push(
        `  ${method}:`,
        ...(method === 'post' ? body : []),
        ...(method === 'get' && chance(0.2) ? declaredQuery(next, model) : []),
      )
    lines.push(
      `  /{${model.key}}:`,
      ...ITEM.filter((each) => each === 'get' || chance(0.6)).map((each) => `    ${each}:`),
    )
    for (const { field, model: name, isOne } of model.children.filter(() => chance(0.6))) {
      const child = models.find((each) => each.name === name)
      lines.push(
        `    /${field}:`,
        ...(isOne ? ['get', 'post', 'patch', 'delete'] : ['get', 'post']).map((each) => `      ${each}:`),
        ...(isOne || child === undefined || child === model || chance(0.7)
          ? []
          : [`      /{${child.key}}:`, ...['get', 'patch', 'delete'].map((each) => `        ${each}:`)]),
      )
    }
    for (const name of model.attributes.filter(() => chance(0.6)))
      lines.push(`    /${name}:`, '      get:', '      post:')
    if (chance(0.3)) lines.push('    /publish:', '      post:', ...(chance(0.5) ? ownBody(next) : []))
    if (chance(0.1)) lines.push('    post:')
    if (chance(0.15)) lines.push('  /import:', '    post:', ...ownBody(next))
  }
  if (chance(0.3))
    lines.push(
      pick(next, ['/reports/monthly:', '/日本/types:', '/schemas-of/order:']),
      '  get:',
      '    queryParameters:',
      '      from: { type: date, required: true }',
      '      limit: { type: integer, maximum: 5 }',
    )
  files.set('api.raml', `${lines.join('\n')}\n`)
  return { files, main: 'api.raml' }
}

/** Declares a query parameter of a list: of the query language, of a field, or another one. */
function declaredQuery(next: Random, { filters }: RandomModel): readonly string[] {
  const [field = 'other'] = (filters[0] ?? '').split(/[=_.]/)
  return [
    '    queryParameters:',
    pick(next, [
      '      _limit: { type: integer, maximum: 50, default: 10 }',
      '      tenant: { type: string, required: true, minLength: 2 }',
      `      ${field === '' ? 'other' : field}: { description: A field }`,
      '      since: { type: date }',
    ]),
  ]
}

/** Declares the body and the response of an own operation. */
function ownBody(next: Random): readonly string[] {
  return pick(next, [
    [
      '        body:',
      '          application/json:',
      `            schema: '{"type": "object", "required": ["at"], "properties": {"at": {"type": "string", "format": "date"}, "n": {"type": "integer", "minimum": 3}}}'`,
      '        responses:',
      '          202:',
      '            body:',
      '              application/json:',
      `                schema: '{"type": "object", "properties": {"done": {"type": "boolean"}}}'`,
      `                example: '{"done": true}'`,
    ],
    [
      '        body:',
      '          application/x-www-form-urlencoded:',
      '            formParameters:',
      '              text: { type: string, required: true, pattern: "^[a-z]+$" }',
      '              count: { type: integer, maximum: 4 }',
    ],
    [
      '        headers:',
      '          X-Reason: { type: string, required: true, enum: [a, b] }',
      '        responses:',
      '          204:',
    ],
  ])
}

const ACLS = [
  'allow everyone all',
  'allow authenticated all',
  'allow g:admin all; allow everyone view',
  'allow g:admin all; deny everyone delete; allow authenticated all; allow everyone options',
  'allow {{is_friend}} update; allow everyone view, options',
]

function openApi({ models, isSecured, next, chance }: Api): Pick<RandomApi, 'files' | 'main'> {
  const paths: Record<string, Json> = {}
  const ok = (status: string): Json => ({ [status]: { description: 'ok' } })
  for (const model of models) {
    const schema = { $ref: `#/components/schemas/${model.name}` }
    const requestBody = { required: true, content: { 'application/json': { schema } } }
    const operation = (method: string, status = '200'): Json => ({
      responses: ok(status),
      ...(method === 'post' || method === 'put' || method === 'patch' ? { requestBody } : {}),
    })
    const root = `/${model.segment}`
    const parameter = {
      name: model.key,
      in: 'path',
      required: true,
      schema: { type: model.keyType === 'string' ? 'string' : 'integer' },
    }
    paths[root] = { post: operation('post', '201'), ...(chance(0.8) ? { get: operation('get') } : {}) }
    const methods = ['get', 'put', 'patch', 'delete'].filter((each) => each === 'get' || chance(0.6))
    paths[`${root}/{${model.key}}`] = {
      parameters: [parameter],
      ...Object.fromEntries(methods.map((each) => [each, operation(each)])),
    }
    if (chance(0.3))
      paths[`${root}/{${model.key}}/publish`] = {
        parameters: [parameter],
        post: {
          operationId: pick(next, [`publish${model.name}`, `${model.name}_Service`]),
          responses: ok('204'),
        },
      }
  }
  const schemas = Object.fromEntries(
    models.map((model) => [model.name, withHyphens({ ...schemaOf(model), $schema: undefined })]),
  )
  const document = {
    openapi: '3.1.0',
    info: { title: 'Random', version: '1' },
    ...(isSecured
      ? { security: [{ auth: [] }], 'x-acl': { collection: pick(next, ACLS), item: pick(next, ACLS) } }
      : {}),
    paths,
    components: {
      schemas,
      ...(isSecured
        ? {
            securitySchemes: {
              auth: {
                type: 'apiKey',
                in: 'cookie',
                name: 't',
                'x-ticket': { secret: 'auth_secret', hashalg: 'sha512' },
              },
            },
          }
        : {}),
    },
  }
  return { files: new Map([['api.json', JSON.stringify(document, null, 2)]]), main: 'api.json' }
}

function schemaOf({ name, properties, required, root }: RandomModel): Record<string, Json> {
  return {
    $schema: 'http://json-schema.org/draft-04/schema#',
    title: name,
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    ...root,
    properties,
  }
}

/** Spells svcgen's keys as OpenAPI does: `x-db-settings`. Names of properties stay as they are. */
function withHyphens(value: unknown, isNames = false): Json {
  if (Array.isArray(value)) return value.map((each) => withHyphens(each))
  if (typeof value !== 'object' || value === null) return JSON.parse(JSON.stringify(value))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => {
        const name = !isNames && key.startsWith('_') ? `x-${key.slice(1).replaceAll('_', '-')}` : key
        return [name, name === 'x-db-settings' ? each : withHyphens(each, key === 'properties')]
      }),
  )
}

function ascii(text: string): string {
  return text.replaceAll(/[^a-z0-9]/gi, 'x')
}

function tableOf(name: string): string {
  return name.replaceAll(/(?<!^)[A-Z]/g, '_$&').toLowerCase()
}
