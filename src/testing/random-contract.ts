import { below, pick, random, type Random } from './random.js'
import type { RandomApi } from './random-api.js'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type Schema = Record<string, Json>

/** Components with their path segments. Some have names that generated code might use itself. */
const NAMES: readonly (readonly [string, string])[] = [
  ['Book', 'books'],
  ['Author', 'authors'],
  ['Category', 'categories'],
  ['LineItem', 'line-items'],
  ['Service', 'services'],
  ['Event', 'events'],
  ['Error', 'errors'],
  ['Page', 'pages'],
  ['Status', 'statuses'],
  ['Media', 'media'],
  ['person', 'people'],
  ['api.Key', 'keys'],
]

const FIELDS = [
  'title',
  'name',
  'status',
  'unit price',
  'count',
  'type',
  'createdAt',
  'created_at',
  'is_active',
  'tags',
  'address',
  'lines',
  'e-mail',
  'size',
  'class',
  'data',
  'total',
  'limit',
  'sort',
  'external_id',
  'homepage',
]

interface Component {
  readonly name: string
  readonly segment: string
  readonly key: string
  readonly keySchema: Schema
  /** Whether the service makes keys. */
  readonly isGenerated: boolean
  readonly properties: Record<string, Schema>
  readonly required: string[]
  /** The fields with which lists can be filtered, with their schemas. */
  readonly filters: Record<string, Schema>
  readonly sortable: string[]
  /** The relations to other components, by property. */
  readonly parents: { readonly property: string; readonly component: Component }[]
}

/** What all operations of a contract have in common. */
interface Style {
  readonly next: Random
  readonly chance: (probability: number) => boolean
  readonly version: '3.0.3' | '3.1.0'
  readonly envelope: 'none' | 'data' | 'items' | 'meta'
  readonly paging: 'none' | 'offset' | 'page' | 'cursor'
  readonly error: 'none' | 'message' | 'nested' | 'problem'
  readonly wrapsItems: boolean
  readonly hasForms: boolean
  readonly isCamel: boolean
}

/** Returns a random OpenAPI contract whose components are stored. The same seed gives the same contract. */
export function randomContract(seed: number): RandomApi {
  const next = random(seed)
  const chance = (probability: number): boolean => next() < probability
  const style: Style = {
    next,
    chance,
    version: pick(next, ['3.0.3', '3.1.0'] as const),
    envelope: pick(next, ['none', 'data', 'items', 'meta'] as const),
    paging: pick(next, ['none', 'offset', 'page', 'cursor'] as const),
    error: pick(next, ['none', 'message', 'nested', 'problem'] as const),
    wrapsItems: chance(0.2),
    hasForms: chance(0.15),
    isCamel: chance(0.5),
  }
  const names = [...NAMES]
  const components = Array.from({ length: 1 + below(next, 3) }, () => {
    const [name = '', segment = ''] = names.splice(below(next, names.length), 1)[0] ?? []
    return component(style, name, segment)
  })
  relate(style, components)
  const schemas: Record<string, Schema> = {}
  const paths: Record<string, Json> = {}
  const isSecured = chance(0.25)
  for (const each of components) {
    if (isSecured && chance(0.4)) addOwner(each)
    addComponent(style, each, schemas, paths)
    if (isSecured && chance(0.5)) addRules(style, each, schemas)
    if (chance(0.3)) addHandlers(each, schemas)
  }
  if (isSecured) addUsers(schemas, paths)
  const document = {
    openapi: style.version,
    info: { title: 'Random contract', version: '1' },
    servers: [{ url: pick(next, ['https://api.example.com/v2', 'https://example.com', '/']) }],
    paths,
    ...(isSecured ? { security: [{ callers: [] }] } : {}),
    components: {
      schemas: { ...schemas, ...errorSchemas(style) },
      ...(isSecured ? { securitySchemes: { callers: chance(0.5) ? SESSION : TOKEN } } : {}),
    },
  }
  return { files: new Map([['api.json', JSON.stringify(document, null, 2)]]), main: 'api.json', features: [] }
}

const SESSION: Schema = {
  type: 'apiKey',
  in: 'cookie',
  name: 'session',
  'x-ticket': { secret: 'session_secret', hashalg: 'sha512' },
}

/** Tokens of an identity provider. */
const TOKEN: Schema = { type: 'http', scheme: 'bearer' }

/** Adds the users who log in, and operations in svcgen's own form. */
function addUsers(schemas: Record<string, Schema>, paths: Record<string, Json>): void {
  schemas['User'] = {
    type: 'object',
    'x-stored': true,
    'x-auth-model': true,
    required: ['username', 'email', 'password'],
    properties: {
      username: { type: 'string', minLength: 1, maxLength: 30 },
      email: { type: 'string', format: 'email' },
      password: { type: 'string', minLength: 8, writeOnly: true },
      groups: { type: 'array', items: { type: 'string', enum: ['admin', 'staff'] } },
    },
  }
  const responses = { '200': { description: 'OK' } }
  paths['/users/{username}'] = {
    parameters: [{ name: 'username', in: 'path', required: true, schema: { type: 'string' } }],
    get: { responses },
    patch: { requestBody: bodyOf({ $ref: '#/components/schemas/User' }), responses },
  }
}

/** Adds a required property that the caller determines. */
function addOwner({ properties, required }: Component): void {
  const settings = { default: '{{user.username}}' }
  properties['owned_by'] = { type: 'string', readOnly: true, 'x-db-settings': settings }
  required.push('owned_by')
}

/** Adds rules about the rows of a component. */
function addRules(
  { next }: Style,
  { name, filters, properties }: Component,
  schemas: Record<string, Schema>,
): void {
  const fields = Object.keys(filters).filter(
    (field) => /^[a-z]+(_[a-z]+)*$/.test(field) && !field.startsWith('min_'),
  )
  const where = fields.flatMap((field) => [`allow authenticated view where ${field}__exists=true`])
  const owned = 'owned_by' in properties ? ['allow authenticated all where owned_by={{user.username}}'] : []
  schemas[name] = {
    ...schemas[name],
    'x-row-rules': [
      'allow g:admin all',
      pick(next, [
        'allow everyone view',
        'allow authenticated view, create',
        'allow g:staff all',
        ...where,
        ...owned,
      ]),
    ],
  }
}

/** Adds handlers, whose functions are stubs. */
function addHandlers({ name }: Component, schemas: Record<string, Schema>): void {
  schemas[name] = {
    ...schemas[name],
    'x-event-handlers': { before_create: ['prepare_item'], after_set: ['announce_item'] },
  }
}

function bodyOf(schema: Json, type = 'application/json'): Json {
  return { required: true, content: { [type]: { schema } } }
}

function nullable({ version }: Style, schema: Schema): Schema {
  if (version === '3.0.3')
    return { ...schema, nullable: true, ...('enum' in schema ? { enum: withNull(schema) } : {}) }
  return typeof schema['type'] === 'string'
    ? { ...schema, type: [schema['type'], 'null'], ...('enum' in schema ? { enum: withNull(schema) } : {}) }
    : schema
}

function withNull(schema: Schema): Json {
  return Array.isArray(schema['enum']) ? [...schema['enum'], null] : null
}

const TYPES: Readonly<Record<string, (style: Style) => Schema>> = {
  string: ({ chance }) => ({ type: 'string', ...(chance(0.4) ? { minLength: 1, maxLength: 20 } : {}) }),
  pattern: () => ({ type: 'string', pattern: '^[a-z]+(-[a-z0-9]+)*$' }),
  enum: () => ({ type: 'string', enum: ['open', 'closed', 'in progress'] }),
  integer: ({ chance }) => ({ type: 'integer', ...(chance(0.5) ? { minimum: 0, maximum: 5 } : {}) }),
  int64: () => ({ type: 'integer', format: 'int64' }),
  number: ({ chance }) => ({ type: 'number', ...(chance(0.3) ? { format: 'double', minimum: 0 } : {}) }),
  decimal: () => ({ type: 'string', format: 'decimal' }),
  boolean: () => ({ type: 'boolean' }),
  date: () => ({ type: 'string', format: 'date' }),
  'date-time': () => ({ type: 'string', format: 'date-time' }),
  email: () => ({ type: 'string', format: 'email' }),
  uuid: () => ({ type: 'string', format: 'uuid' }),
  uri: () => ({ type: 'string', format: 'uri' }),
  byte: () => ({ type: 'string', format: 'byte' }),
  strings: ({ chance }) => ({
    type: 'array',
    items: { type: 'string' },
    ...(chance(0.3) ? { maxItems: 2, uniqueItems: true } : {}),
  }),
  integers: () => ({ type: 'array', items: { type: 'integer' } }),
  object: ({ chance }) => ({
    type: 'object',
    properties: { street: { type: 'string' }, zip: { type: 'string', minLength: 2 } },
    ...(chance(0.5) ? { required: ['street'] } : {}),
    ...(chance(0.3) ? { additionalProperties: false } : {}),
  }),
  map: () => ({ type: 'object', additionalProperties: { type: 'string' } }),
  objects: () => ({
    type: 'array',
    items: {
      type: 'object',
      required: ['sku'],
      properties: { sku: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
    },
  }),
}

const FILTERS = new Set(['string', 'enum', 'integer', 'int64', 'boolean', 'date', 'uuid', 'pattern'])
const RANGES = new Set(['integer', 'number', 'date', 'date-time'])
const DEFAULTS: Readonly<Record<string, Json>> = { enum: 'open', integer: 1, boolean: false, string: 'a' }

function component(style: Style, name: string, segment: string): Component {
  const { next, chance } = style
  const kind = pick(next, ['integer', 'integer', 'int64', 'string', 'uuid', 'slug'])
  const isGenerated = kind !== 'slug' && chance(0.7)
  const key = kind === 'slug' ? 'slug' : 'id'
  const plain: Schema =
    kind === 'slug' || kind === 'string' ? { type: 'string' } : (TYPES[kind]?.(style) ?? { type: 'integer' })
  const keySchema = kind === 'integer' ? { type: 'integer' } : plain
  const made: Component = {
    name,
    segment,
    key,
    keySchema,
    isGenerated: isGenerated && kind !== 'string',
    properties: {},
    required: [key],
    filters: {},
    sortable: [],
    parents: [],
  }
  made.properties[key] = { ...keySchema, ...(made.isGenerated ? { readOnly: true } : {}) }
  const count = 1 + below(next, 6)
  for (let index = 0; index < count; index += 1) {
    const field = pick(next, FIELDS)
    if (field in made.properties) continue
    const type = pick(next, Object.keys(TYPES))
    const schema = TYPES[type]?.(style) ?? {}
    const isRequired = chance(0.4)
    const fallback = DEFAULTS[type]
    const value = !isRequired && fallback !== undefined && chance(0.3) ? { default: fallback } : {}
    const shown: Schema = !isRequired && chance(0.3) ? nullable(style, schema) : schema
    const access = pick(next, [{}, {}, {}, {}, {}, { readOnly: true }, { writeOnly: true }])
    made.properties[field] = {
      ...shown,
      ...('readOnly' in access && isRequired && !('default' in value) ? {} : access),
      ...value,
    }
    if (isRequired) made.required.push(field)
    const isHidden = 'writeOnly' in access
    if (FILTERS.has(type) && !isHidden) made.filters[field] = schema
    if (RANGES.has(type) && !isHidden) made.filters[`min_${field}`] = schema
    if (!isHidden && !['strings', 'integers', 'object', 'map', 'objects', 'byte', 'decimal'].includes(type))
      made.sortable.push(field)
  }
  return made
}

function relate(style: Style, components: readonly Component[]): void {
  const { chance, isCamel, next } = style
  for (const [index, each] of components.entries()) {
    if (index === 0 || !chance(0.7)) continue
    const parent = pick(next, components.slice(0, index))
    const base = parent.segment.replaceAll('-', '_').replace(/s$/, '')
    const property = isCamel ? `${base}Id` : `${base}_id`
    const isRequired = chance(0.5)
    const schema = { ...parent.keySchema, 'x-relation': parent.name }
    each.properties[property] = isRequired ? schema : nullable(style, schema)
    if (isRequired) each.required.push(property)
    each.filters[property] = parent.keySchema
    each.parents.push({ property, component: parent })
  }
}

/** Adds components that inherit from a component, of which the property `kind` selects one. */
function addKinds(
  { chance }: Style,
  { name, properties, required }: Component,
  schemas: Record<string, Schema>,
): void {
  const kinds = ['red', 'blue'].map((value) => [value, `${value}${name}`] as const)
  const whole = `#/components/schemas/${name}`
  schemas[name] = {
    ...schemas[name],
    required: [...required, 'kind'],
    properties: {
      ...properties,
      kind: { type: 'string', ...(chance(0.5) ? { enum: ['red', 'blue'] } : {}) },
    },
    discriminator: {
      propertyName: 'kind',
      mapping: Object.fromEntries(kinds.map(([value, kind]) => [value, `#/components/schemas/${kind}`])),
    },
  }
  for (const [value, kind] of kinds) {
    const added = { [`${value}ness`]: { type: 'integer', minimum: 1 } }
    const own = {
      type: 'object',
      ...(chance(0.5) ? { required: Object.keys(added) } : {}),
      properties: added,
    }
    schemas[kind] = { allOf: [{ $ref: whole }, own] }
  }
}

function addComponent(
  style: Style,
  each: Component,
  schemas: Record<string, Schema>,
  paths: Record<string, Json>,
): void {
  const { chance, next } = style
  const { name, segment, key, keySchema, properties, required, isGenerated } = each
  const own = { 'x-stored': true, ...(key === 'id' ? {} : { 'x-key': key }) }
  const isComposed = chance(0.25)
  const base = `${name}Base`
  if (isComposed) {
    const { [key]: keyProperty = {}, ...rest } = properties
    schemas[base] = {
      type: 'object',
      required: required.filter((field) => field !== key),
      properties: rest,
    }
    const identified = { type: 'object', required: [key], properties: { [key]: keyProperty } }
    schemas[name] = { ...own, allOf: [{ $ref: `#/components/schemas/${base}` }, identified] }
  } else schemas[name] = { type: 'object', ...own, required, properties }
  const ref = { $ref: `#/components/schemas/${name}` }
  const writable = Object.fromEntries(
    Object.entries(properties).filter(([, schema]) => schema['readOnly'] !== true),
  )
  const inputs = isComposed && isGenerated ? 'base' : pick(next, ['component', 'own'])
  if (!isComposed && inputs === 'component' && chance(0.4)) addKinds(style, each, schemas)
  const input = `${name}Input`
  if (inputs === 'own')
    schemas[input] = {
      type: 'object',
      required: required.filter((field) => field in writable && !(field === key && isGenerated)),
      properties: writable,
      ...(chance(0.3) ? { additionalProperties: false } : {}),
    }
  const patch = `${name}Patch`
  const changes = Object.fromEntries(Object.entries(writable).filter(([field]) => field !== key))
  schemas[patch] = { type: 'object', properties: changes, ...(chance(0.3) ? { minProperties: 1 } : {}) }
  const itemSchema: Json = style.wrapsItems
    ? { type: 'object', required: ['data'], properties: { data: ref } }
    : ref
  const item = (status: string): Json => ({
    [status]: { description: 'The item', content: { 'application/json': { schema: itemSchema } } },
  })
  const inputBody = bodyOf(
    inputs === 'component' ? ref : { $ref: `#/components/schemas/${inputs === 'own' ? input : base}` },
    style.hasForms ? 'application/x-www-form-urlencoded' : undefined,
  )
  const errors = (...statuses: string[]): Schema => errorResponses(style, statuses)
  paths[`/${segment}`] = {
    get: {
      operationId: `list_${segment}`,
      parameters: listParameters(style, each),
      responses: { '200': listResponse(style, ref), ...errors('400') },
    },
    post: {
      operationId: `create_${segment}`,
      requestBody: inputBody,
      responses: { ...Object(item('201')), ...errors('400', pick(next, ['409', '422'])) },
    },
  }
  const parameter = style.isCamel ? `${camel(segment)}Id` : `${segment.replaceAll('-', '_')}_id`
  const one: Record<string, Json> = {
    parameters: [
      {
        name: parameter,
        in: 'path',
        required: true,
        schema: keySchema['type'] === 'integer' && chance(0.2) ? { type: 'string' } : keySchema,
      },
    ],
    get: { operationId: `show_${segment}`, responses: { ...Object(item('200')), ...errors('404') } },
  }
  if (chance(0.6))
    one['put'] = {
      operationId: `replace_${segment}`,
      requestBody: inputBody,
      responses: {
        ...Object(chance(0.7) ? item('200') : { '204': { description: 'Replaced' } }),
        ...Object(chance(0.3) ? (chance(0.7) ? item('201') : { '201': { description: 'Created' } }) : {}),
        ...errors('400', '404'),
      },
    }
  if (chance(0.7) && Object.keys(changes).length > 0)
    one['patch'] = {
      operationId: `update_${segment}`,
      requestBody: {
        required: true,
        content: {
          [pick(next, ['application/json', 'application/merge-patch+json'])]: {
            schema: { $ref: `#/components/schemas/${patch}` },
          },
        },
      },
      responses: { ...Object(item('200')), ...errors('404', '422') },
    }
  if (chance(0.7))
    one['delete'] = {
      operationId: `delete_${segment}`,
      responses: { [pick(next, ['204', '200'])]: { description: 'Deleted' }, ...errors('404') },
    }
  paths[`/${segment}/{${parameter}}`] = one
  for (const { component: parent } of each.parents.filter(() => chance(0.5))) {
    const outer = style.isCamel ? `${camel(parent.segment)}Id` : `${parent.segment.replaceAll('-', '_')}_id`
    paths[`/${parent.segment}/{${outer}}/${segment}`] = {
      parameters: [{ name: outer, in: 'path', required: true, schema: parent.keySchema }],
      get: {
        operationId: `list_${segment}_of_${parent.segment}`,
        parameters: pagingParameters(style),
        responses: { '200': listResponse(style, ref), ...errors('404') },
      },
    }
  }
}

function listParameters(style: Style, { filters, sortable }: Component): Json[] {
  const { chance, next } = style
  const parameters = pagingParameters(style)
  const taken = new Set(['limit', 'sort', 'type', 'page', 'size', 'total', 'data'])
  for (const [name, schema] of Object.entries(filters))
    if (chance(0.6) && !taken.has(name.replace(/^min_/, '')))
      parameters.push({
        name,
        in: 'query',
        ...('enum' in schema && chance(0.5)
          ? { schema: { type: 'array', items: plain(schema) }, ...(chance(0.5) ? { explode: false } : {}) }
          : { schema: plain(schema) }),
      })
  if (sortable.length > 0 && chance(0.4))
    parameters.push({
      name: pick(next, ['sort', 'order_by']),
      in: 'query',
      schema: { type: 'string', enum: sortable.flatMap((field) => [field, `-${field}`]) },
    })
  return parameters
}

function plain(schema: Schema): Schema {
  const { nullable: _nullable, 'x-relation': _relation, ...others } = schema
  return others
}

function pagingParameters({ paging, isCamel }: Style): Json[] {
  const integer = (more: Schema): Schema => ({ type: 'integer', ...more })
  const query = (name: string, schema: Schema): Json => ({ name, in: 'query', schema })
  switch (paging) {
    case 'none':
      return []
    case 'offset':
      return [
        query('limit', integer({ minimum: 1, maximum: 50, default: 10 })),
        query('offset', integer({ minimum: 0 })),
      ]
    case 'page':
      return [
        query('page', integer({ minimum: 1, default: 1 })),
        query(isCamel ? 'perPage' : 'per_page', integer({ minimum: 1, maximum: 50 })),
      ]
    case 'cursor':
      return [
        query('cursor', { type: 'string' }),
        query('limit', integer({ minimum: 1, maximum: 100, default: 20 })),
      ]
  }
}

function listResponse(style: Style, ref: Json): Json {
  const { envelope, paging, isCamel, next } = style
  const named = (snake: string): string => (isCamel ? camel(snake) : snake)
  const list = { type: 'array', items: ref }
  const description = 'The list'
  if (envelope === 'none')
    return {
      description,
      headers: {
        'X-Total-Count': { schema: { type: 'integer' } },
        ...(paging === 'none' ? {} : { Link: { schema: { type: 'string' } } }),
      },
      content: { 'application/json': { schema: list } },
    }
  const facts: Record<string, Schema> = {
    [named('total_count')]: { type: 'integer' },
    ...(paging === 'cursor' ? { [named('next_cursor')]: nullable(style, { type: 'string' }) } : {}),
    ...(paging === 'page' ? { page: { type: 'integer' }, [named('total_pages')]: { type: 'integer' } } : {}),
    ...(paging === 'offset' ? { [named('has_more')]: { type: 'boolean' } } : {}),
  }
  const member =
    envelope === 'data' ? 'data' : envelope === 'items' ? 'items' : pick(next, ['data', 'results'])
  const schema: Schema =
    envelope === 'meta'
      ? {
          type: 'object',
          required: [member, 'meta'],
          properties: {
            [member]: list,
            meta: { type: 'object', required: Object.keys(facts), properties: facts },
          },
        }
      : {
          type: 'object',
          required: [member, ...Object.keys(facts)],
          properties: { [member]: list, ...facts },
        }
  return { description, content: { 'application/json': { schema } } }
}

function errorSchemas({ error }: Style): Record<string, Schema> {
  const text = { type: 'string' }
  switch (error) {
    case 'none':
    case 'problem':
      return {}
    case 'message':
      return { Failure: { type: 'object', required: ['message'], properties: { message: text, code: text } } }
    case 'nested':
      return {
        Failure: {
          type: 'object',
          required: ['error'],
          properties: {
            error: {
              type: 'object',
              required: ['code', 'message'],
              properties: { code: text, message: text },
            },
          },
        },
      }
  }
}

function errorResponses({ error }: Style, statuses: readonly string[]): Schema {
  if (error === 'none') return {}
  const schema: Json =
    error === 'problem'
      ? {
          type: 'object',
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            detail: { type: 'string' },
          },
        }
      : { $ref: '#/components/schemas/Failure' }
  const type = error === 'problem' ? 'application/problem+json' : 'application/json'
  return Object.fromEntries(
    statuses.map((status) => [status, { description: 'Failed', content: { [type]: { schema } } }]),
  )
}

function camel(text: string): string {
  return text.replaceAll(/[-_](\w)/g, (_all, letter: string) => letter.toUpperCase())
}
