import type { FastifyRequest } from 'fastify'
import type { Json, JsonObject } from '../json.js'
import type { ParameterCompiler } from '../operations/parameters.js'
import type { ResponseChecks } from '../operations/responses.js'
import type { Problem } from '../server/problem.js'
import type { Contract } from './mapping.js'

/** What contracts need from the service. The optional parts are those that only some contracts use. */
export interface ContractParts {
  readonly compile: ParameterCompiler
  readonly checks: ResponseChecks
  /** Reads the query parameters that the document does not declare. */
  readonly ownQueries?: (contract: Contract) => OwnQueries
  readonly cursorAfter?: CursorAfter
  readonly masked?: Masked
  readonly comparisonsIn?: ComparisonsIn
  /** Makes the bodies of errors that the service has no values for. */
  readonly makeErrorBody?: ErrorBodies
  /** Calls one of your functions with the value of a parameter, and returns the items that it selects. */
  readonly select?: (name: string, value: Json, request: FastifyRequest) => Promise<Json | undefined>
}

/** Which items a list contains, as its path says. */
export interface ListedItems {
  readonly model: string
  /** The parameters of the path that select items by fields, by field. */
  readonly scope?: Readonly<Record<string, string>>
  /** The relation to the item above the list, and the parameter with its key, unless it is the only one in its own path. */
  readonly above?: { readonly relation: string; readonly items: ListedItems; readonly parameter?: string }
}

/** The item before a page, and the order of the list. */
export interface ItemBefore {
  readonly items: ListedItems
  /** The parameter that contains the key. */
  readonly parameter: string
  readonly key: Json
  readonly sort: string
}

/** Returns the cursor of the page after the item whose key a parameter contains. */
export type CursorAfter = (item: ItemBefore, request: FastifyRequest) => Promise<string>

type Parameters = Readonly<Record<string, string | string[]>>

/** svcgen's own query parameters, which an operation takes besides those that the document declares (`x-queries`). */
export interface OwnQueries {
  takes(name: string): boolean
  /**
   * Returns the values of parameters with a role, and the parameters that the query language reads itself.
   * @throws BadRequest that lists parameters with fields that the response does not show
   */
  read(query: Parameters): { readonly values: Parameters; readonly parameters: Parameters }
}

/** A change of an item, reduced to the members that a client names. */
export interface MaskedChange {
  readonly item: JsonObject
  /** The members whose objects replace those of the item instead of being merged into them. */
  readonly replaced: readonly string[]
}

/**
 * Returns the change that a mask leaves of a body.
 * @param parameter the parameter that contains the mask
 * @param members the members that clients can change
 * @param maxDepth the nesting depth that a body can have
 * @throws BadRequest if the mask names another member, or parts that a body cannot have
 */
export type Masked = (
  item: JsonObject,
  mask: string,
  parameter: string,
  members: readonly string[],
  maxDepth: number,
) => MaskedChange

/** A condition such as `Price gt 5`: the name, an operator of the query language, and the value. */
export interface Comparison {
  readonly name: string
  /** An empty one compares for equality. */
  readonly operator: string
  readonly value: Json
}

/** Returns the conditions in an OData filter, or undefined for other texts. */
export type ComparisonsIn = (text: string) => readonly Comparison[] | undefined

/** An error whose body your function makes, and the name of the schema that the API's document declares for it. */
export interface DeclaredError<Schema extends string = string> extends Problem {
  readonly schema: Schema
}

/** Makes the body of an error; undefined if your function fails. */
export type ErrorBodies = (error: DeclaredError, request: FastifyRequest) => Promise<Json | undefined>
