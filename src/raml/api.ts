import type { Entry, MapNode, Node, ScalarNode } from '../source/node.js'
import type { SourceFile, Span } from '../source/span.js'

/**
 * A RAML 0.8 document, read: includes followed, resource types and traits applied, parameters filled in, defaults made plain.
 * It knows nothing of models. Nothing that was declared is left out.
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
  /** The root's `schemas`, by name. */
  readonly schemas: ReadonlyMap<string, NamedSchema>
  /** By name. */
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>
  /** Null where the root does not say. */
  readonly securedBy: readonly SecuredBy[] | null
  /** Top-level resources in the order in which they were written. */
  readonly resources: readonly Resource[]
}

/** An entry of the root's `schemas`. The text may be JSON, XML or anything else. */
export interface NamedSchema {
  readonly name: string
  readonly nameAt: Span
  /** Faulty where it could not be read, which has been reported. */
  readonly text: ScalarNode
}

export interface SecurityScheme {
  readonly name: string
  readonly nameAt: Span
  /** `x-Ticket`, `x-ACL`, `OAuth 2.0`, … */
  readonly type: string
  readonly typeAt: Span
  readonly description: string | null
  /** In the order in which they were written; values are of any form. */
  readonly settings: readonly Entry[]
  /** `describedBy`, as it was written. */
  readonly describedBy: MapNode | null
}

/** One item of a `securedBy`. */
export interface SecuredBy {
  /** Null: no scheme. */
  readonly scheme: string | null
  readonly parameters: MapNode | null
  readonly at: Span
}

/** What is said of a URI, query, header or form parameter. A parameter of several types has several declarations. */
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
  /** The key as it was written: `/users/{id}/stories`. */
  readonly path: string
  /** The keys from the root to here, joined, `{mediaTypeExtension}` kept: `/users/{id}`. */
  readonly absolutePath: string
  readonly pathAt: Span
  readonly displayName: string | null
  readonly description: string | null
  readonly uriParameters: readonly NamedParameter[]
  readonly baseUriParameters: readonly NamedParameter[]
  /** The resource's own `securedBy` (or its type's); null where it does not say. Inheritance is for the reader of this. */
  readonly securedBy: readonly SecuredBy[] | null
  readonly methods: readonly Method[]
  readonly resources: readonly Resource[]
  /** True where it, a method or a body cannot be read or is left out, which has been reported: it may have a schema. */
  readonly isUnread: boolean
}

export interface Method {
  /** Lower case: `get`, `post`, `put`, `patch`, `delete`, `head`, `options`, `trace`, `connect`. */
  readonly verb: string
  /** Where it was written: in the resource, or in its type. */
  readonly verbAt: Span
  readonly description: string | null
  readonly protocols: readonly string[]
  readonly securedBy: readonly SecuredBy[] | null
  readonly queryParameters: readonly NamedParameter[]
  readonly baseUriParameters: readonly NamedParameter[]
  readonly headers: readonly NamedParameter[]
  readonly bodies: readonly Body[]
  readonly responses: readonly Response[]
  /** True where a body cannot be read, which has been reported. */
  readonly isUnread: boolean
}

export interface Body {
  /** `application/json`; a body without a media type has the root's. */
  readonly mediaType: string
  readonly at: Span
  readonly schema: SchemaUse | null
  /** True where there is a schema that cannot be read, which has been reported. */
  readonly isUnread: boolean
  readonly example: Node | null
  readonly formParameters: readonly NamedParameter[]
}

/** A `schema:` of a body. */
export interface SchemaUse {
  /** The schema's text: of the root entry it names, of the included file, or in place. */
  readonly text: ScalarNode
  /** The name of the root entry, where it names one. */
  readonly name: string | null
  /** Where `schema:`'s value stands. */
  readonly at: Span
  /** Where the type or trait was used, for a schema that was inherited. */
  readonly usedAt: Span | null
}

export interface Response {
  readonly status: number
  readonly description: string | null
  readonly headers: readonly NamedParameter[]
  readonly bodies: readonly Body[]
}
