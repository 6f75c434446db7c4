import {
  ADDED,
  isOrderedObject,
  type Json,
  type OrderedJson,
  type OrderedObject,
  isObject,
} from '../../../ir/index.js'
import { type AuthorsDocument, listAt, objectAt } from './author.js'
import { type JsonObject, listOf, objectOf } from '../../../ir/json.js'

export const MARK: JsonObject = { [ADDED]: true }

/** What svcgen adds to an operation of a document. */
export type Additions = {
  readonly parameters: readonly Json[]
  /** An object without keys if the operation has a body or needs none. */
  readonly requestBody: JsonObject
  /** The media types of declared responses, by the key of the response. */
  readonly content: { readonly [key: string]: JsonObject }
  /** All responses, if the author declares none. */
  readonly responses: JsonObject
  /** The responses that the author does not declare, by status. */
  readonly others: JsonObject
}

/**
 * Returns what to add to an operation: the errors that its author does not declare, and svcgen's own parameters if it takes
 * them. If the author declares no schema for its response, it answers in the form of svcgen, with its body and results.
 * @param components the components to which the generated operation refers
 */
export function additionsTo(
  { item, operation }: Readonly<Record<'item' | 'operation', OrderedObject>>,
  generated: JsonObject,
  { components, author, isOwnForm }: Context,
): Additions {
  const known = namesOf([...listAt(item, 'parameters'), ...listAt(operation, 'parameters')], author)
  const parameters = listOf(generated['parameters'])
    .filter(isObject)
    .filter((parameter) => {
      const { in: location, name } = targetIn(parameter, components)
      const isShown = isOwnForm && location === 'path'
      return !isShown && !known.has(`${String(location)} ${String(name)}`)
    })
  const declared = objectAt(operation, 'responses')
  const content: Record<string, JsonObject> = {}
  const others: Record<string, Json> = {}
  for (const [status, response] of Object.entries(objectOf(generated['responses']))) {
    const key = keyOf(declared, status)
    if (key === undefined && (isOwnForm || Number(status) >= 400)) others[status] = response
    if (key === undefined || !isOwnForm) continue
    const media = targetIn(objectOf(response), components)['content']
    content[key] = { ...objectOf(media), ...content[key] }
  }
  const { requestBody } = generated
  const needsBody = isOwnForm && isObject(requestBody) && !operation.has('requestBody')
  const hasNone = isOwnForm && declared.size === 0
  return {
    parameters: parameters.map(marked),
    requestBody: needsBody ? { ...requestBody, ...MARK } : {},
    content,
    responses: hasNone
      ? Object.fromEntries(Object.entries(others).map(([key, each]) => [key, marked(each)]))
      : {},
    others: hasNone ? {} : others,
  }
}

interface Context {
  readonly components: JsonObject
  readonly author: AuthorsDocument
  readonly isOwnForm: boolean
}

/** Marks an object. A reference leads to a component that is marked. */
function marked(value: Json): Json {
  return isObject(value) && !('$ref' in value) ? { ...value, ...MARK } : value
}

function namesOf(parameters: readonly OrderedJson[], author: AuthorsDocument): ReadonlySet<string> {
  return new Set(
    parameters.map((each) => {
      const known = author.resolved(each)
      return isOrderedObject(known) ? `${String(known.get('in'))} ${String(known.get('name'))}` : ''
    }),
  )
}

/** Returns the component to which an object refers; any other object is returned unchanged. */
function targetIn(value: JsonObject, components: JsonObject): JsonObject {
  const [, section = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(String(value['$ref'])) ?? []
  const named = components[section]
  const target = isObject(named) ? named[name] : undefined
  return isObject(target) ? target : value
}

/** Returns the key of the declared response for a status: the status, its range, or `default`. */
function keyOf(declared: OrderedObject, status: string): string | undefined {
  const range = `${status[0] ?? ''}XX`
  return (
    [...declared.keys()].find((key) => key === status) ??
    [...declared.keys()].find((key) => key.toUpperCase() === range) ??
    (declared.has('default') ? 'default' : undefined)
  )
}
