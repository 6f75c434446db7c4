/** What a value in an OpenAPI document can be. */
export type Value =
  | { readonly kind: 'text' | 'flag' | 'any' | 'schema' | 'requirement' }
  | { readonly kind: 'object'; readonly shape: ShapeName; readonly isReferable: boolean }
  /** `isExtensible` is true if keys that begin with `x-` are extensions rather than names. */
  | { readonly kind: 'map'; readonly of: Value; readonly isExtensible: boolean }
  | { readonly kind: 'list'; readonly of: Value }

/** The keys of an OpenAPI object. */
export interface Shape {
  /** The name of the object with an article: `an operation`. */
  readonly what: string
  readonly keys: Readonly<Record<string, Value>>
  readonly required?: readonly string[]
  /** Keys that OpenAPI 3.0 requires and 3.1 does not. */
  readonly requiredIn30?: readonly string[]
}

const text: Value = { kind: 'text' }
const flag: Value = { kind: 'flag' }
const any: Value = { kind: 'any' }
const schema: Value = { kind: 'schema' }
const requirement: Value = { kind: 'requirement' }
const object = (shape: ShapeName): Value => ({ kind: 'object', shape, isReferable: false })
const referable = (shape: ShapeName): Value => ({ kind: 'object', shape, isReferable: true })
const named = (of: Value): Value => ({ kind: 'map', of, isExtensible: false })
const extensible = (of: Value): Value => ({ kind: 'map', of, isExtensible: true })
const list = (of: Value): Value => ({ kind: 'list', of })

export type ShapeName =
  | 'root'
  | 'info'
  | 'contact'
  | 'license'
  | 'server'
  | 'serverVariable'
  | 'pathItem'
  | 'operation'
  | 'externalDocs'
  | 'parameter'
  | 'requestBody'
  | 'mediaType'
  | 'encoding'
  | 'response'
  | 'example'
  | 'link'
  | 'header'
  | 'tag'
  | 'components'
  | 'securityScheme'
  | 'flows'
  | 'flow'

/** The paths of the document or of a callback. A path item can be a reference, also next to other keys. */
const PATHS = extensible(referable('pathItem'))
const EXAMPLES = named(referable('example'))
const CONTENT = named(object('mediaType'))
const HEADERS = named(referable('header'))

/** Shared by parameters and headers. */
const VALUE_KEYS = {
  description: text,
  required: flag,
  deprecated: flag,
  allowEmptyValue: flag,
  style: text,
  explode: flag,
  allowReserved: flag,
  schema,
  example: any,
  examples: EXAMPLES,
  content: CONTENT,
}

/** The objects of OpenAPI 3.0 and 3.1 (https://spec.openapis.org/oas/v3.1.1.html#schema). */
export const SHAPES: Readonly<Record<ShapeName, Shape>> = {
  root: {
    what: 'an OpenAPI document',
    keys: {
      openapi: text,
      info: object('info'),
      jsonSchemaDialect: text,
      servers: list(object('server')),
      paths: PATHS,
      webhooks: named(referable('pathItem')),
      components: object('components'),
      security: list(requirement),
      tags: list(object('tag')),
      externalDocs: object('externalDocs'),
    },
    required: ['info'],
    requiredIn30: ['paths'],
  },
  info: {
    what: '"info"',
    keys: {
      title: text,
      summary: text,
      description: text,
      termsOfService: text,
      contact: object('contact'),
      license: object('license'),
      version: text,
    },
    required: ['title', 'version'],
  },
  contact: { what: '"contact"', keys: { name: text, url: text, email: text } },
  license: { what: '"license"', keys: { name: text, identifier: text, url: text }, required: ['name'] },
  server: {
    what: 'a server',
    keys: { url: text, description: text, variables: named(object('serverVariable')) },
    required: ['url'],
  },
  serverVariable: {
    what: 'a server variable',
    keys: { enum: list(text), default: text, description: text },
    required: ['default'],
  },
  pathItem: {
    what: 'a path',
    keys: {
      $ref: text,
      summary: text,
      description: text,
      get: object('operation'),
      put: object('operation'),
      post: object('operation'),
      delete: object('operation'),
      options: object('operation'),
      head: object('operation'),
      patch: object('operation'),
      trace: object('operation'),
      servers: list(object('server')),
      parameters: list(referable('parameter')),
    },
  },
  operation: {
    what: 'an operation',
    keys: {
      tags: list(text),
      summary: text,
      description: text,
      externalDocs: object('externalDocs'),
      operationId: text,
      parameters: list(referable('parameter')),
      requestBody: referable('requestBody'),
      responses: extensible(referable('response')),
      callbacks: named(PATHS),
      deprecated: flag,
      security: list(requirement),
      servers: list(object('server')),
    },
    requiredIn30: ['responses'],
  },
  externalDocs: { what: '"externalDocs"', keys: { description: text, url: text }, required: ['url'] },
  parameter: { what: 'a parameter', keys: { name: text, in: text, ...VALUE_KEYS } },
  requestBody: {
    what: 'a request body',
    keys: { description: text, content: CONTENT, required: flag },
    required: ['content'],
  },
  mediaType: {
    what: 'a media type',
    keys: { schema, example: any, examples: EXAMPLES, encoding: named(object('encoding')) },
  },
  encoding: {
    what: 'an encoding',
    keys: { contentType: text, headers: HEADERS, style: text, explode: flag, allowReserved: flag },
  },
  response: {
    what: 'a response',
    keys: { description: text, headers: HEADERS, content: CONTENT, links: named(referable('link')) },
    required: ['description'],
  },
  example: {
    what: 'an example',
    keys: { summary: text, description: text, value: any, externalValue: text },
  },
  link: {
    what: 'a link',
    keys: {
      operationRef: text,
      operationId: text,
      parameters: named(any),
      requestBody: any,
      description: text,
      server: object('server'),
    },
  },
  header: { what: 'a header', keys: VALUE_KEYS },
  tag: {
    what: 'a tag',
    keys: { name: text, description: text, externalDocs: object('externalDocs') },
    required: ['name'],
  },
  components: {
    what: '"components"',
    keys: {
      schemas: named(schema),
      responses: named(referable('response')),
      parameters: named(referable('parameter')),
      examples: EXAMPLES,
      requestBodies: named(referable('requestBody')),
      headers: HEADERS,
      securitySchemes: named(referable('securityScheme')),
      links: named(referable('link')),
      callbacks: named(PATHS),
      pathItems: named(referable('pathItem')),
    },
  },
  securityScheme: {
    what: 'a security scheme',
    keys: {
      type: text,
      description: text,
      name: text,
      in: text,
      scheme: text,
      bearerFormat: text,
      flows: object('flows'),
      openIdConnectUrl: text,
    },
  },
  flows: {
    what: '"flows"',
    keys: {
      implicit: object('flow'),
      password: object('flow'),
      clientCredentials: object('flow'),
      authorizationCode: object('flow'),
    },
  },
  flow: {
    what: 'a flow',
    keys: { authorizationUrl: text, tokenUrl: text, refreshUrl: text, scopes: named(any) },
  },
}

/** The verbs of a path item. */
export const VERBS: ReadonlySet<string> = new Set(
  Object.entries(SHAPES.pathItem.keys).flatMap(([key, value]) =>
    value.kind === 'object' && value.shape === 'operation' ? [key] : [],
  ),
)

export const ROOT: Value = object('root')
