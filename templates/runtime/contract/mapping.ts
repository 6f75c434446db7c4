import type { ActionSpec } from '../operations/actions.js'
import type { Json, JsonObject } from '../json.js'

/** What a query parameter means. Operations on items have only `expand`, `fields`, `ignored`, `key` and `mask`. */
export type ParameterRole =
  | { readonly as: 'cursor' | 'after' | 'before' | 'direction' }
  /** `base` is the number of the first item, if it is not 0. */
  | { readonly as: 'offset'; readonly base?: number }
  /** `most` is the largest value that a parameter without a default allows. */
  | { readonly as: 'limit'; readonly most?: number }
  /** The text fields to search, as far as the caller can see them; if omitted, all. */
  | { readonly as: 'search'; readonly fields?: readonly string[] }
  /** The members to return; the related items to return instead of their keys; whether to return the total. */
  | { readonly as: 'expand' | 'count' | 'ignored' }
  /** The members to return, or to leave out (`isExcept`), besides those that the response requires. */
  | { readonly as: 'fields'; readonly isExcept?: true; readonly always?: readonly string[] }
  /** The key of a new item. */
  | { readonly as: 'key'; readonly field: string }
  /** The members of the body to write, of these. */
  | { readonly as: 'mask'; readonly members: readonly string[] }
  /** `base` is the number of the first page. */
  | { readonly as: 'page'; readonly base: number }
  /** The fields to sort by, keyed by the values that the parameter allows, without a sign. */
  | { readonly as: 'sort'; readonly fields: Readonly<Record<string, string>> }
  /** An object with members for the field to sort by and the direction. */
  | {
      readonly as: 'sorting'
      readonly by: string
      readonly fields: Readonly<Record<string, string>>
      readonly direction?: string
    }
  /** A field, or a field and an operator: `price__gte`. */
  | { readonly as: 'filter'; readonly field: string }
  /** Conditions on fields, as in OData (`$filter`). The fields by the names in the conditions. */
  | { readonly as: 'comparisons'; readonly fields: Readonly<Record<string, string>> }
  /** The function of yours that returns which items a value selects. */
  | { readonly as: 'own'; readonly filter: string }
  /** The paging parameters of an object, by property. */
  | {
      readonly as: 'paging'
      readonly members: Readonly<Record<string, 'limit' | 'offset' | 'page' | 'cursor' | 'after' | 'before'>>
      readonly base: number
      readonly most?: number
      /** The limit of a request without one. */
      readonly initial?: number
    }
  /** The filters of an object, by property. `value` is the filter of a value that is not an object. */
  | { readonly as: 'filters'; readonly fields: Readonly<Record<string, string>>; readonly value?: string }

/** What a member of a document shows. Other members are constants. */
export type Member =
  /** The field as stored. */
  | 'value'
  /**
   * The key of the related item, or the keys of the related items, in this field of theirs. `asText`: integers as text. `of`:
   * the relation, if it has another name than the member. `type`: within an object beside this type, as in JSON:API.
   */
  | {
      readonly key: string
      readonly asText?: true
      readonly of?: string
      readonly expanded?: Shape
      readonly type?: string
    }
  | { readonly constant: Json }
  /** The field of the first name, or the part of it at which the others lead to. */
  | { readonly at: readonly string[] }
  /** The number of items in a relation, as far as the caller can view them. */
  | { readonly count: string }
  /**
   * A URL, in which the names of fields and relations are in braces; an empty one is that of the item itself. `segments`: only
   * so many at its end. `isObject`: as `{ href: … }`.
   */
  | { readonly link: string; readonly segments?: number; readonly isObject?: true }
  /** An object with further members of the same document. `needs`: it is left out if one of these has no value. */
  | { readonly part: Shape; readonly needs?: readonly string[] }
  /** The related item. `isOnDemand`: only if the request asks for it. `of`: as above. `only`: one member of it instead. */
  | {
      readonly document: Shape
      readonly isOnDemand?: true
      readonly of?: string
      readonly only?: string
    }
  /** The related items. */
  | { readonly documents: Shape; readonly isOnDemand?: true; readonly of?: string }

/** The members of a document, as the schema of the response declares them. */
export interface Shape {
  readonly members: Readonly<Record<string, Member>>
  /** The members that can be null. Others are left out without a value. */
  readonly nullable?: readonly string[]
  /** The lists that count as without a value if they have no items, because the response requires some. */
  readonly filled?: readonly string[]
  /** The members that only other alternatives have are left out. */
  readonly alternatives?: readonly Alternatives[]
}

/** The body of a response. A fact without a value is left out, or is `absent` if the response must have the member. */
export type Template =
  | { readonly fact: string; readonly absent?: '' | 0 }
  | { readonly constant: Json }
  /** The value for the status of an error, or for its range: `4XX`. */
  | { readonly byStatus: Readonly<Record<string, string>> }
  /** `isRequired`: also without members. Other objects are left out then. */
  | {
      readonly object: Readonly<Record<string, Template>>
      readonly nullable?: readonly string[]
      readonly isRequired?: true
    }
  /** A list with one element for each object of a fact, whose members are the facts of the element. */
  | { readonly list: string; readonly each: Template }
  | { readonly item: Shape }
  | { readonly items: Shape }
  /**
   * The related items that the request asks for, by relation, or by two of them: `author.employer`. `isRequired`: an empty list
   * if it asks for none.
   */
  | { readonly included: Readonly<Record<string, Shape>>; readonly isRequired?: true }

/** The error responses that the document declares. */
export interface ErrorMapping {
  /** The status to send instead of the service's own, or if only parameters in the path are wrong (`path`). */
  readonly statuses?: Readonly<Record<string, number>>
  /**
   * The bodies by status, range such as `4XX`, or `default`. Your function in `src/errors.ts` makes one with a `schema`. Without
   * either, the body is a problem document.
   */
  readonly bodies: Readonly<Record<string, ErrorBody>>
}

/** The body of an error, and its media type. */
export interface ErrorBody {
  readonly type: string
  readonly body?: Template
  readonly schema?: string
}

/** Alternatives that the value of a property selects. */
export interface Alternatives {
  readonly property: string
  /** The members that not all alternatives have, by the value that selects those that have them. */
  readonly members: Readonly<Record<string, readonly string[]>>
}

/** How an operation of the API's document is served from stored items. */
export interface Contract extends Pick<ActionSpec, 'params' | 'query' | 'headers' | 'cookies' | 'bodies'> {
  readonly isBodyOptional?: boolean
  /** Whether the operation returns a page of items. */
  readonly isList?: true
  /** Whether the page contains all items, because the document declares no limit. */
  readonly isWhole?: true
  /** The order of the list if no parameter selects another one, such as `-created,name`; if omitted, that of the keys. */
  readonly order?: string
  /** The meanings of the query parameters. */
  readonly roles?: Readonly<Record<string, ParameterRole>>
  /** The fields that svcgen's own query parameters can use, which the operation takes as well; if omitted, it takes none. */
  readonly queries?: readonly string[]
  /** The other fields whose names begin with one of these and `__`, which is no operator there. */
  readonly unqueried?: readonly string[]
  /** The member of the request body that contains the item; if omitted, the body is the item. */
  readonly wrapper?: string
  /** Whether `attributes` in the request contains the fields of the item, as in JSON:API. */
  readonly hasAttributes?: true
  /** The relations whose keys `relationships` in the request contains, as in JSON:API. */
  readonly relationships?: readonly string[]
  /** The member of the request body that identifies the item; if omitted, the path does. */
  readonly keyInBody?: string
  /** The key of the item by parameter, if the path contains none: the only item there, or with `self` that of the caller. */
  readonly fixedKey?: Readonly<Record<string, string>>
  /** The key of the new item, if it is the only one at its path. */
  readonly newKey?: JsonObject
  /** The fields and relations that the request does not declare and therefore does not write, not even with a PUT. */
  readonly unwritten?: readonly string[]
  /** The keys of the related items that the request contains as documents, by member: only the keys are written. */
  readonly keys?: Readonly<Record<string, string>>
  /** The fields, and the relations whose keys, the request contains in members of other names: `assignee` by `assigneeId`. */
  readonly renamed?: Readonly<Record<string, string>>
  /** The objects of a PATCH of which a property selects the alternative: `others` are the members of all others, by its value. */
  readonly alternatives?: Readonly<Record<string, Alternatives>>
  /** The members that are decimals in texts and can also be sent as numbers, with the number of digits after the point. */
  readonly decimals?: Readonly<Record<string, number>>
  /** The defaults of the request's members that are not those of their fields. */
  readonly defaults?: JsonObject
  readonly status: number
  readonly type?: string
  /** The body of the response; if omitted, it is empty. */
  readonly body?: Template
  /**
   * The response of a PUT that has created the item, by default with the status 201; if omitted, it only changes existing
   * items.
   */
  readonly created?: Pick<Contract, 'body'> & { readonly status?: number }
  /** The facts in headers of the response, by name. */
  readonly responseHeaders?: Readonly<Record<string, string>>
  /** The fields of the item in headers of the response, by name. `isDate`: as a date of HTTP (RFC 9110, section 5.6.7). */
  readonly itemHeaders?: Readonly<Record<string, { readonly field: string; readonly isDate?: true }>>
  /** The headers of the response that have the same value always. */
  readonly constantHeaders?: Readonly<Record<string, string>>
  readonly errors?: ErrorMapping
  readonly responses: NonNullable<ActionSpec['responses']>
}
