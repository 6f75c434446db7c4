import type { ErrorMapping } from '../../templates/runtime/contract/mapping.js'
import type { JsonSchema } from './json-schema.js'
import type { Location } from './location.js'
import type { Parameter } from './parameter.js'
import {
  type Lookup,
  METHODS,
  type ParentStep,
  type Permission,
  type ScopeStep,
  type Secured,
  type Versioned,
} from './route.js'

/** The methods, in the order of routes. GET includes HEAD, which is a separate action only without GET. */
export const ACTION_METHODS = [...METHODS, 'HEAD', 'TRACE'] as const
export type ActionMethod = (typeof ACTION_METHODS)[number]

/** The item on which an action is called: an item in a collection, or a singular sub-resource. */
export interface ActionItem {
  readonly kind: 'item' | 'singular'
  readonly model: string
  /** The path parameter that identifies the item, or null for a singular sub-resource. */
  readonly param: string | null
  /** How the parameter finds the item. Absent if it is the key. */
  readonly lookup?: Lookup
  /** Steps from the root to the direct parent. Empty at the root. */
  readonly parents: readonly ParentStep[]
  /** The parameters of the path that select items by a field of theirs. Absent if there are none. */
  readonly scope?: readonly ScopeStep[]
}

export interface ActionBody {
  /** Lowercase, without parameters: `application/json`. */
  readonly mediaType: string
  readonly schema: JsonSchema | null
  /** The fields of a form. Empty if none are declared, in which case any fields are allowed. */
  readonly form: readonly Parameter[]
  /** An example in an OpenAPI document, as text. Absent if there is none. */
  readonly example?: string
  /** What only `openapi.json` shows: `encoding`, `examples`, `x-…`. Absent if there is nothing. */
  readonly kept?: JsonSchema
}

export type ResponseStatus = number | '1XX' | '2XX' | '3XX' | '4XX' | '5XX' | 'default'

export interface ActionResponse {
  readonly status: ResponseStatus
  readonly description: string | null
  readonly bodies: readonly {
    readonly mediaType: string
    readonly schema: JsonSchema | null
    /** As text. */
    readonly example: string | null
    readonly kept?: JsonSchema
  }[]
  /** Absent if there are none. */
  readonly headers?: readonly Parameter[]
}

/** An operation that no model serves. OPTIONS does not call a function. */
export interface CustomAction extends Secured, Versioned {
  /** `POST /stories/{id}/publish`. */
  readonly id: string
  /** `post_stories_id_publish`. Depends only on the operation ID or, without one, on method and path. */
  readonly name: string
  /** The stub: `src/actions/post-stories-id-publish.ts`. */
  readonly file: string
  /** The name of the action's types: `PostStoriesIdPublish`. */
  readonly type: string
  readonly method: ActionMethod
  /** Below the base path, with renamed parameters as in the path of a {@link Route}; `/` at the root. */
  readonly path: string
  /** `item` if the action is called on an item, so that the item rules of the ACL apply. */
  readonly kind: 'collection' | 'item'
  readonly item: ActionItem | null
  /** The model whose items a function that only reads returns, whatever its path is. Absent if there is none. */
  readonly shows?: string
  readonly permission: Permission
  /** The parameters in the path, in order, with the same names as in `path`. */
  readonly uriParameters: readonly Parameter[]
  readonly queryParameters: readonly Parameter[]
  /** Names in lowercase. */
  readonly headers: readonly Parameter[]
  /** Absent if there are none. */
  readonly cookies?: readonly Parameter[]
  /** The error responses that an OpenAPI document declares. Absent if there are none. */
  readonly errors?: ErrorMapping
  /** In source order. */
  readonly bodies: readonly ActionBody[]
  /** Set if a request can leave the body out. */
  readonly isBodyOptional?: true
  /** In source order. */
  readonly responses: readonly ActionResponse[]
  readonly displayName: string | null
  readonly description: string | null
  /** The `operationId` of an OpenAPI document, from which the names follow. Absent if there is none. */
  readonly operationId?: string
  /** The tags in an OpenAPI document. Absent if there are none. */
  readonly tags?: readonly string[]
  /** The `x-…` keys of the operation. Absent if there are none. */
  readonly kept?: JsonSchema
  readonly loc: Location
}

/** Returns whether a response is successful. `default` is, if no other response is. */
export function isSuccess({ status }: Pick<ActionResponse, 'status'>): boolean {
  return typeof status === 'number' ? status >= 200 && status < 300 : status === '2XX'
}

/** Returns the successful responses. `default` is one, with status 200 as `2XX`, only if there is no other. */
export function successes<T extends Pick<ActionResponse, 'status'>>(
  responses: readonly T[],
): readonly (T & { readonly code: number })[] {
  const found = responses.filter(isSuccess)
  const others = found.length > 0 ? found : responses.filter(({ status }) => status === 'default')
  return others.map((response) => ({
    ...response,
    code: typeof response.status === 'number' ? response.status : 200,
  }))
}

/**
 * Returns the responses with which the values of a function are sent. An operation of an OpenAPI document that declares
 * no successful response, such as a redirection, has the first declared status.
 */
export function answers<T extends Pick<ActionResponse, 'status'>>(
  responses: readonly T[],
  isOpenApi: boolean,
): readonly (T & { readonly code: number })[] {
  const found = successes(responses)
  if (found.length > 0 || !isOpenApi) return found
  const others = responses.map((response) => ({
    ...response,
    code: Number(String(response.status).replace('XX', '00')),
  }))
  return others.filter(({ code }) => code >= 300 && code < 600).slice(0, 1)
}
