import type { ActionResponse, ErrorMapping, JsonSchema, Template } from '../../ir/index.js'
import { looseKey } from '../../naming/loose-match.js'
import { type FindSchema, itemsOf, objectSchema, onlyValue, typesIn } from './schemas.js'

/** The facts about an error by the names of members, without case, `-` and `_`. */
const FACTS: Readonly<Record<string, string>> = {
  message: 'message',
  detail: 'message',
  details: 'message',
  description: 'message',
  error: 'message',
  errormessage: 'message',
  title: 'title',
  type: 'type',
  code: 'code',
  instance: 'instance',
}

/** The facts about one error in a field. */
const FAULT_FACTS: Readonly<Record<string, string>> = {
  path: 'path',
  pointer: 'path',
  loc: 'path',
  field: 'field',
  property: 'field',
  name: 'field',
  param: 'field',
  message: 'message',
  msg: 'message',
  detail: 'message',
  description: 'message',
  reason: 'message',
  title: 'message',
  code: 'code',
  type: 'code',
  in: 'in',
  location: 'in',
}

const LISTS: ReadonlySet<string> = new Set([
  'errors',
  'violations',
  'details',
  'issues',
  'invalidparams',
  'fields',
])

/**
 * Returns how declared error responses are made. A response whose schema cannot be filled is left out and reported.
 */
export function errorsOf(
  responses: readonly ActionResponse[],
  find: FindSchema,
  report: (status: string, member: string) => void,
): ErrorMapping | undefined {
  const declared = responses.filter(({ status }) => isError(status))
  if (declared.length === 0) return undefined
  const bodies = Object.fromEntries(
    declared.flatMap(({ status, bodies: alternatives }) => {
      const json = alternatives.find(
        ({ mediaType, schema }) => /[/+]json$/.test(mediaType) && schema !== null,
      )
      if (json === undefined || json.schema === null) return []
      const body = errorTemplate(json.schema, find, (member) => report(String(status), member))
      return body === null ? [] : [[String(status), { type: json.mediaType, body }] as const]
    }),
  )
  const statuses = statusesOf(new Set(declared.map(({ status }) => String(status))))
  return { ...(Object.keys(statuses).length === 0 ? {} : { statuses }), bodies }
}

function isError(status: ActionResponse['status']): boolean {
  return typeof status === 'number' ? status >= 400 : ['4XX', '5XX', 'default'].includes(status)
}

/** Returns the declared statuses of failed validations and of conflicts, if they differ from the service's own. */
function statusesOf(declared: ReadonlySet<string>): Readonly<Record<string, number>> {
  const invalid = !declared.has('400') && declared.has('422') ? 422 : 400
  const conflict = declared.has('409') ? 409 : declared.has('422') ? 422 : declared.has('400') ? 400 : 409
  return { ...(invalid === 400 ? {} : { 400: invalid }), ...(conflict === 409 ? {} : { 409: conflict }) }
}

function errorTemplate(
  schema: JsonSchema,
  find: FindSchema,
  report: (member: string) => void,
): Template | null {
  let isComplete = true
  const template = objectTemplate(schema, find, FACTS, 0, (member) => {
    isComplete = false
    report(member)
  })
  return isComplete ? template : null
}

function objectTemplate(
  schema: JsonSchema,
  find: FindSchema,
  facts: Readonly<Record<string, string>>,
  level: number,
  report: (member: string) => void,
): Template | null {
  const object = objectSchema(schema, find)
  if (object === null || level > 2) return null
  const members = [...object.properties].flatMap(([name, property]): [string, Template][] => {
    const template = memberTemplate(name, property, find, facts, level, report)
    if (template === null && object.required.has(name)) report(name)
    return template === null ? [] : [[name, template]]
  })
  return { object: Object.fromEntries(members) }
}

function memberTemplate(
  name: string,
  schema: JsonSchema,
  find: FindSchema,
  facts: Readonly<Record<string, string>>,
  level: number,
  report: (member: string) => void,
): Template | null {
  const constant = onlyValue(schema, find)
  if (constant !== undefined) return { constant }
  const known = looseKey(name)
  const types = typesIn(schema, find)
  const items = itemsOf(schema, find)
  if (items !== null) {
    if (!LISTS.has(known)) return null
    if (typesIn(items, find).includes('string')) return { fact: 'messages' }
    const each = objectTemplate(items, find, FAULT_FACTS, level + 1, report)
    return each === null ? null : { list: 'errors', each }
  }
  if (types.includes('object')) return objectTemplate(schema, find, facts, level + 1, report)
  if (known === 'status' || known === 'statuscode' || (known === 'code' && types.includes('integer')))
    return { fact: types.includes('string') ? 'statusText' : 'status' }
  const fact = Object.hasOwn(facts, known) ? facts[known] : undefined
  return fact !== undefined && (types.length === 0 || types.includes('string')) ? { fact } : null
}
