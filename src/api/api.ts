import type { Collector } from '../diagnostics/collector.js'
import type {
  JsonSchema,
  OAuthSettings,
  OrderedObject,
  ParameterStyle,
  ResponseStatus,
  SchemeInput,
  Versioned,
  Service,
} from '../ir/index.js'
import type { Components } from '../schema/components.js'
import type { Entry, Node } from '../source/node.js'
import type { SourceFile, Span } from '../source/span.js'

/**
 * An API as its reader found it, independent of the format of the file: includes, references, types, traits and
 * defaults are resolved. It contains everything that is declared in the document, but nothing about models.
 */
export interface Api {
  /** The main file. */
  readonly file: SourceFile
  readonly title: string
  readonly titleAt: Span
  readonly description: string | null
  readonly version: string | null
  /** The path prefix of all routes, such as `/v1`, or an empty string. */
  readonly basePath: string
  /** The schemas that the document declares by name, which can be JSON, XML or anything else. */
  readonly schemas: ReadonlyMap<string, NamedSchema>
  /** The shared schemas of an OpenAPI document. Null for RAML, whose schemas stand alone. */
  readonly components: Components | null
  /** See {@link Service.requiredByUse}; null if requests and responses require the same properties. */
  readonly requiredByUse: Exclude<Service["requiredByUse"], undefined | "served"> | null
  /** By name. */
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>
  /** Null if not declared. */
  readonly securedBy: readonly SecuredBy[] | null
  /** Top-level resources in source order. */
  readonly resources: readonly Resource[]
  /** The OpenAPI document as its author wrote it, with the parts of other files that it refers to. Null for RAML. */
  readonly document: OrderedObject | null
}

/** A schema that the document declares by name. */
export interface NamedSchema {
  readonly name: string
  readonly nameAt: Span
  readonly source: SchemaSource
}

/** A schema in the input that has not been interpreted. */
export interface SchemaSource {
  /** Identifies the schema in the input: its file and position. */
  readonly id: string
  readonly at: Span
  /** Whether the schema could not be read. The error has already been reported. */
  readonly isFaulty: boolean
  /** False for XML and empty text. */
  readonly isJson: boolean
  /** Whether the schema contains the text `_db_settings`. */
  readonly namesSettings: boolean
  /** Returns whether the document uses the schema only in `allOf` of others. */
  readonly isMixin: () => boolean
  /**
   * Returns the schema as a tree in which local references resolve: `#/definitions/…` or `#/$defs/…` at its root.
   * Reports syntax errors and returns null if there are any.
   */
  parse(collector: Collector): Node | null
}

/**
 * How callers identify themselves: `ticket` and `api_key` with credentials that the service issues, `bearer`, `basic` and
 * `digest` in the `Authorization` header, `custom` in declared headers, query parameters and cookies. `acl` does not
 * identify callers but contains access rules.
 */
export type SecuritySchemeKind = 'ticket' | 'api_key' | 'acl' | 'bearer' | 'basic' | 'digest' | 'custom'

export interface SecurityScheme {
  readonly name: string
  readonly nameAt: Span
  /** As written: `x-Ticket`, `OAuth 2.0`, `openIdConnect`, … */
  readonly type: string
  readonly typeAt: Span
  readonly kind: SecuritySchemeKind
  readonly description: string | null
  /** The settings of kinds `ticket`, `api_key` and `acl`, in source order. Values can have any type. */
  readonly settings: readonly Entry[]
  /** Where the credentials of kind `custom` are. If empty, they are in the `Authorization` header. */
  readonly inputs: readonly SchemeInput[]
  /** The declared settings of OAuth 2.0; null for other types. */
  readonly oauth: OAuthSettings | null
}

/** An alternative in the security of an operation. */
export interface SecuredBy {
  /** Null means no scheme. */
  readonly scheme: string | null
  /** The scopes that the scheme must grant. */
  readonly scopes: readonly string[]
  /** Further schemes that the request must satisfy at the same time. */
  readonly and: readonly { readonly scheme: string; readonly scopes: readonly string[] }[]
  readonly at: Span
}

/** A declared parameter in the path, the query, a header or a cookie. */
export interface Parameter {
  readonly name: string
  readonly nameAt: Span
  readonly description: string | null
  readonly required: boolean
  readonly deprecated: boolean
  /** The values, as JSON Schema 2020-12. References point to the components of the API. */
  readonly schema: JsonSchema
  readonly style: ParameterStyle
  readonly explode: boolean
  /** Whether the value is JSON text (a parameter with `content` in OpenAPI). */
  readonly isJson: boolean
  /** What only `openapi.json` shows: `allowReserved`, `x-…`. */
  readonly kept?: JsonSchema
}

export interface Resource {
  /** The key as written, without RAML's `{mediaTypeExtension}`: `/users/{id}/stories`. */
  readonly path: string
  /** The joined keys from the root to this resource: `/users/{id}`. */
  readonly absolutePath: string
  readonly pathAt: Span
  readonly displayName: string | null
  readonly description: string | null
  readonly uriParameters: readonly Parameter[]
  /** The `securedBy` of the resource, or null if not declared. It is not inherited from parent resources. */
  readonly securedBy: readonly SecuredBy[] | null
  readonly methods: readonly Method[]
  readonly resources: readonly Resource[]
  /**
   * True if the resource, a method or a body could not be read. The error has already been reported. The unread part
   * might have contained a schema.
   */
  readonly isUnread: boolean
}

export interface Method {
  /** Lowercase: `get`, `post`, `put`, `patch`, `delete`, `head`, `options`, `trace`, `connect`. */
  readonly verb: string
  /** Where the method is declared. */
  readonly verbAt: Span
  /** What is declared for the method. */
  readonly valueAt: Span
  /** The `operationId` of OpenAPI. */
  readonly operationId: { readonly name: string; readonly at: Span } | null
  readonly summary: string | null
  readonly description: string | null
  /** Null if the document has no tags for the operation; it then gets one for its resource. */
  readonly tags: readonly string[] | null
  /** The prefix if it is not that of the API, and until when clients can use the operation. */
  readonly versioned: Versioned
  /** Whether `x-action: true` says that no model serves the operation. */
  readonly isAction: boolean
  /** `x-operation`: the name of a bulk operation that the document asks for, or null. */
  readonly bulk: string | null
  /** `x-item`: the key of the only item at the path, or `self` for the caller's, or null. */
  readonly item: string | null
  /** `x-queries: true`: whether the operation also takes svcgen's own query parameters. */
  readonly takesQueries: boolean
  /** `x-sort`: the fields in whose order a list is if no parameter selects another one, such as `-created,name`, or null. */
  readonly sort: string | null
  readonly securedBy: readonly SecuredBy[] | null
  /** Parameters in the path that the method itself declares. They replace those of the resource. */
  readonly uriParameters: readonly Parameter[]
  readonly queryParameters: readonly Parameter[]
  readonly headers: readonly Parameter[]
  readonly cookies: readonly Parameter[]
  readonly bodies: readonly Body[]
  /** Whether a request must have one of the bodies. */
  readonly isBodyRequired: boolean
  readonly responses: readonly Response[]
  /** The `x-…` keys. */
  readonly kept: JsonSchema
  /** True if a body could not be read. The error has already been reported. */
  readonly isUnread: boolean
}

export interface Body {
  /** For example `application/json` or `image/*`. */
  readonly mediaType: string
  readonly at: Span
  readonly schema: SchemaUse | null
  /** True if there is a schema that could not be read. The error has already been reported. */
  readonly isUnread: boolean
  readonly example: Node | null
  /** The fields of a form. */
  readonly formParameters: readonly Parameter[]
  /** What only `openapi.json` shows: `encoding`, `examples`, `x-…`. */
  readonly kept?: JsonSchema
}

/** The schema of a body. */
export interface SchemaUse {
  readonly source: SchemaSource
  /** The name under which the document declares it, or null for an inline schema. */
  readonly name: string | null
  /** Where the schema is used. */
  readonly at: Span
  /** For a schema inherited from a type or trait of RAML, where that is used. */
  readonly usedAt: Span | null
}

export interface Response {
  /** A status code, a range such as `2XX`, or `default`. */
  readonly status: ResponseStatus
  readonly description: string | null
  readonly headers: readonly Parameter[]
  readonly bodies: readonly Body[]
}
