import type { Entry, MapNode, Node, ScalarNode } from '../source/node.js'
import type { SourceFile, Span } from '../source/span.js'

/**
 * A parsed RAML 0.8 document in which includes, resource types, traits, parameters and defaults have been resolved. It
 * contains everything that is declared in the document, but nothing about models.
 */
export interface Api {
  /** The RAML file itself. */
  readonly file: SourceFile
  readonly title: string
  readonly titleAt: Span
  readonly version: string | null
  readonly baseUri: string | null
  readonly baseUriAt: Span | null
  readonly baseUriParameters: readonly NamedParameter[]
  readonly protocols: readonly string[]
  readonly mediaType: string | null
  readonly documentation: readonly { readonly title: string; readonly content: string }[]
  /** The root's `schemas`, keyed by name. */
  readonly schemas: ReadonlyMap<string, NamedSchema>
  /** By name. */
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>
  /** Null if the root has no `securedBy`. */
  readonly securedBy: readonly SecuredBy[] | null
  /** Top-level resources in source order. */
  readonly resources: readonly Resource[]
}

/** An entry in the root's `schemas`. Its text can be JSON, XML or anything else. */
export interface NamedSchema {
  readonly name: string
  readonly nameAt: Span
  /** Marked as faulty if the schema could not be read. The error has already been reported. */
  readonly text: ScalarNode
}

export interface SecurityScheme {
  readonly name: string
  readonly nameAt: Span
  /** `x-Ticket`, `x-ACL`, `OAuth 2.0`, … */
  readonly type: string
  readonly typeAt: Span
  readonly description: string | null
  /** In source order. Values can have any type. */
  readonly settings: readonly Entry[]
  /** The `describedBy`, unprocessed. */
  readonly describedBy: MapNode | null
}

/** An item in a `securedBy` list. */
export interface SecuredBy {
  /** Null means no scheme. */
  readonly scheme: string | null
  readonly parameters: MapNode | null
  readonly at: Span
}

/** A URI, query, header or form parameter. A parameter that can have several types has several declarations. */
export interface NamedParameter {
  readonly name: string
  readonly nameAt: Span
  readonly declarations: readonly ParameterDeclaration[]
}

export interface ParameterDeclaration {
  readonly type: 'string' | 'number' | 'integer' | 'date' | 'boolean' | 'file'
  readonly displayName: string | null
  readonly description: string | null
  readonly required: boolean
  readonly repeat: boolean
  readonly enum: readonly string[] | null
  readonly pattern: string | null
  readonly minLength: number | null
  readonly maxLength: number | null
  readonly minimum: number | null
  readonly maximum: number | null
  readonly example: string | null
  readonly default: string | null
}

export interface Resource {
  /** The key as written: `/users/{id}/stories`. */
  readonly path: string
  /** The joined keys from the root to this resource, including `{mediaTypeExtension}`: `/users/{id}`. */
  readonly absolutePath: string
  readonly pathAt: Span
  readonly displayName: string | null
  readonly description: string | null
  readonly uriParameters: readonly NamedParameter[]
  readonly baseUriParameters: readonly NamedParameter[]
  /**
   * The `securedBy` from the resource or its type, or null if not declared. It is not inherited from parent resources.
   */
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
  /** Where the resource or its type declares the method. */
  readonly verbAt: Span
  readonly description: string | null
  readonly protocols: readonly string[]
  readonly securedBy: readonly SecuredBy[] | null
  readonly queryParameters: readonly NamedParameter[]
  readonly baseUriParameters: readonly NamedParameter[]
  readonly headers: readonly NamedParameter[]
  readonly bodies: readonly Body[]
  readonly responses: readonly Response[]
  /** True if a body could not be read. The error has already been reported. */
  readonly isUnread: boolean
}

export interface Body {
  /** For example `application/json`. A body without a media type has the root's default media type. */
  readonly mediaType: string
  readonly at: Span
  readonly schema: SchemaUse | null
  /** True if there is a schema that could not be read. The error has already been reported. */
  readonly isUnread: boolean
  readonly example: Node | null
  readonly formParameters: readonly NamedParameter[]
}

/** The `schema:` of a body. */
export interface SchemaUse {
  /** The text of the schema: inline, from an included file, or from the root entry that `schema:` names. */
  readonly text: ScalarNode
  /** The name of the root entry, or null for an inline schema. */
  readonly name: string | null
  /** The span of the `schema:` value. */
  readonly at: Span
  /** For an inherited schema, where the type or trait is used. */
  readonly usedAt: Span | null
}

export interface Response {
  readonly status: number
  readonly description: string | null
  readonly headers: readonly NamedParameter[]
  readonly bodies: readonly Body[]
}
