import {
  type ActionResponse,
  effectiveSchema,
  type ErrorMapping,
  isObject,
  type JsonSchema,
  referredName,
  type Template,
} from '../../ir/index.js'
import type { Named } from '../../schema/node.js'
import type { Span } from '../../source/span.js'
import { looseKey } from '../../naming/loose-match.js'
import { type FindSchema, itemsOf, objectSchema, onlyValue, typesIn } from './schemas.js'

/** The facts about an error by the names of members, without case, `-` and `_`. */
const FACTS: Readonly<Record<string, string>> = {
  message: 'message',
  detail: 'message',
  details: 'message',
  description: 'message',
  error: 'message',
  reason: 'message',
  errormessage: 'message',
  errordescription: 'message',
  title: 'title',
  type: 'type',
  code: 'code',
  errorcode: 'code',
  errortype: 'code',
  instance: 'instance',
  path: 'instance',
  timestamp: 'timestamp',
  requestid: 'requestId',
  traceid: 'requestId',
  correlationid: 'requestId',
}

/** The facts about one error in a field. */
const FAULT_FACTS: Readonly<Record<string, string>> = {
  path: 'path',
  pointer: 'path',
  loc: 'path',
  field: 'field',
  property: 'field',
  propertyname: 'field',
  fieldname: 'field',
  attribute: 'field',
  name: 'field',
  param: 'field',
  message: 'message',
  msg: 'message',
  detail: 'message',
  description: 'message',
  reason: 'message',
  issue: 'message',
  diagnostics: 'message',
  problem: 'message',
  title: 'message',
  code: 'code',
  type: 'code',
  in: 'in',
  location: 'in',
  parameter: 'parameter',
  target: 'field',
}

const LISTS: ReadonlySet<string> = new Set([
  'errors',
  'violations',
  'detail',
  'details',
  'issue',
  'issues',
  'invalidparams',
  'fields',
])

/** The names of lists with the steps to a field at fault: `["body", "title"]` (FastAPI). */
const STEPS: ReadonlySet<string> = new Set(['loc', 'location', 'path'])

/** The body of an error that the service has no values for, and its schema, for the function that makes it. */
export interface ErrorBody extends Named {
  readonly schema: JsonSchema
}

/** Where an operation declares its errors. */
export interface ErrorSource {
  readonly operation: string
  readonly at: Span
  readonly find: FindSchema
  /** Records a body that a function of the user's makes. */
  readonly addErrorBody: (body: ErrorBody) => void
  /** Receives the members, in quotes, and the bodies that the service has no values for. */
  readonly addUnknown?: (members: readonly string[]) => void
}

/** Returns how declared error responses are made. */
export function errorsOf(
  responses: readonly ActionResponse[],
  { operation, at, find, addErrorBody, addUnknown }: ErrorSource,
): ErrorMapping | undefined {
  const declared = responses.filter(({ status }) => isError(status))
  if (declared.length === 0) return undefined
  const unknown = new Set<string>()
  const bodies = Object.fromEntries(
    declared.flatMap(({ status, bodies: alternatives }) => {
      const json = alternatives.find(({ mediaType }) => /[/+]json$/.test(mediaType))
      if (json === undefined) return []
      if (json.schema === null) return [[String(status), { type: json.mediaType }] as const]
      const missing = new Set<string>()
      const body = errorTemplate(json.schema, find, (member) => missing.add(`"${member}"`))
      if (body === null && missing.size === 0) missing.add(`the body of ${status}`)
      for (const each of missing) unknown.add(each)
      if (body !== null) return [[String(status), { type: json.mediaType, body }] as const]
      const name = referredName(json.schema['$ref']) ?? `${operation} ${status}`
      addErrorBody({ name, schema: json.schema, at })
      return [[String(status), { type: json.mediaType, schema: name }] as const]
    }),
  )
  if (unknown.size > 0) addUnknown?.([...unknown])
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
  // No item has a key that the schema of the parameter refuses.
  const isOnlyMissing =
    declared.has('404') && ['400', '422', '4XX', 'default'].every((status) => !declared.has(status))
  return {
    ...(invalid === 400 ? {} : { 400: invalid }),
    ...(conflict === 409 ? {} : { 409: conflict }),
    ...(isOnlyMissing ? { path: 404 } : {}),
  }
}

function errorTemplate(
  schema: JsonSchema,
  find: FindSchema,
  report: (member: string) => void,
): Template | null {
  let isComplete = true
  const reported = (member: string): void => {
    isComplete = false
    report(member)
  }
  const items = itemsOf(schema, find)
  const template =
    items === null ? objectTemplate(schema, find, FACTS, 0, reported) : listTemplate(items, find, 0, reported)
  if (!isComplete || template === null) return null
  if (isEmpty(template)) {
    report('message')
    return null
  }
  return tells(template) ? template : withWholeProblem(template)
}

/** Returns the template of a list of faults or of their messages, or null for other lists. */
function listTemplate(
  items: JsonSchema,
  find: FindSchema,
  level: number,
  report: (member: string) => void,
): Template | null {
  if (typesIn(items, find).includes('string')) return { fact: 'messages' }
  const each = objectTemplate(items, find, FAULT_FACTS, level + 1, report)
  return each === null || isWithoutMembers(each) ? null : { list: 'errors', each: withPlace(each) }
}

/** The facts that say what is at fault. */
const PLACES: ReadonlySet<string> = new Set(['path', 'field', 'pointer', 'parameter', 'steps'])

/** Returns the template of a fault whose message says what is at fault if no other member does. */
function withPlace(template: Template): Template {
  if (!('object' in template)) return template
  const members = Object.entries(template.object)
  if (members.some(([, each]) => !('fact' in each) || PLACES.has(each.fact))) return template
  return {
    object: Object.fromEntries(
      members.map(([name, each]) => [
        name,
        'fact' in each && each.fact === 'message' ? { fact: 'placedMessage' } : each,
      ]),
    ),
  }
}

/** Returns whether a template has no values but constants. */
function isEmpty(template: Template): boolean {
  if ('object' in template) return Object.values(template.object).every(isEmpty)
  return 'constant' in template
}

/** Returns whether the members around the list of faults say what is wrong. */
function tells(template: Template): boolean {
  if ('fact' in template) return template.fact === 'message' || template.fact === 'title'
  return 'object' in template && Object.values(template.object).some(tells)
}

/** Returns a template whose list contains the problem itself if no part of the request is at fault. */
function withWholeProblem(template: Template): Template {
  if ('list' in template) return { ...template, list: 'problems' }
  if ('fact' in template) return template.fact === 'messages' ? { fact: 'problemMessages' } : template
  if (!('object' in template)) return template
  const members = Object.entries(template.object)
  return { object: Object.fromEntries(members.map(([name, each]) => [name, withWholeProblem(each)])) }
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
    if (template === null) return []
    return [[name, object.required.has(name) ? withEveryStatus(template) : template]]
  })
  // A pointer beside the name of a parameter points only into the body (JSON:API).
  const isElsewhere = members.some(([, each]) => 'fact' in each && each.fact === 'parameter')
  // Beside a message, "error" is the name of the status (Spring, NestJS), and "reason" is a code.
  const hasMessage = members.some(
    ([name, each]) =>
      'fact' in each && each.fact === 'message' && !Object.hasOwn(BESIDE_MESSAGE, looseKey(name)),
  )
  // Without a message or a list of faults, only the title can say what is wrong.
  const isTold = members.some(([, each]) =>
    'fact' in each ? each.fact.startsWith('message') : !('constant' in each),
  )
  const pointed = members.map(([name, each]): [string, Template] => {
    const known = looseKey(name)
    if (isElsewhere && known === 'pointer') return [name, { fact: 'pointer' }]
    if (!isTold && 'fact' in each && each.fact === 'title') return [name, { fact: 'message' }]
    const isMessage = 'fact' in each && each.fact === 'message'
    const fact = hasMessage && isMessage ? BESIDE_MESSAGE[known] : undefined
    return [name, fact === undefined ? each : { fact }]
  })
  return { object: Object.fromEntries(pointed) }
}

/** The facts that members show beside a message instead of it. */
const BESIDE_MESSAGE: Readonly<Record<string, string>> = { error: 'title', reason: 'code' }

function memberTemplate(
  name: string,
  schema: JsonSchema,
  find: FindSchema,
  facts: Readonly<Record<string, string>>,
  level: number,
  report: (member: string) => void,
): Template | null {
  const constant = schema['x-value'] ?? onlyValue(schema, find)
  if (constant !== undefined) return { constant }
  const known = looseKey(name)
  const types = typesIn(schema, find)
  const items = itemsOf(schema, find)
  if (items !== null) {
    const isText = typesIn(items, find).includes('string')
    if (facts === FAULT_FACTS && STEPS.has(known) && isText) return { fact: 'steps' }
    if (!LISTS.has(known)) return null
    return listTemplate(items, find, level, report)
  }
  const byField = LISTS.has(known) ? factByField(schema, find) : null
  if (byField !== null) return { fact: byField }
  if (types.includes('object')) return objectTemplate(schema, find, facts, level + 1, report)
  if (known === 'status' || known === 'statuscode' || (known === 'code' && types.includes('integer')))
    return types.includes('string')
      ? (valueByStatus(schema, find) ?? (allows(schema, 'statusText', find) ? { fact: 'statusText' } : null))
      : { fact: 'status' }
  const fact = Object.hasOwn(facts, known) ? facts[known] : known.endsWith('message') ? 'message' : undefined
  const isText = types.length === 0 || types.includes('string')
  const byStatus = fact === undefined ? null : valueByStatus(schema, find)
  if (byStatus !== null) return byStatus
  return fact !== undefined && isText && allows(schema, fact, find) ? { fact } : null
}

function isWithoutMembers(template: Template): boolean {
  return 'object' in template && Object.keys(template.object).length === 0
}

/** Returns the fact that an object with the messages of each field shows, or null for other schemas. */
function factByField(schema: JsonSchema, find: FindSchema): string | null {
  const { additionalProperties: messages } = effectiveSchema(schema, find)
  if (!isObject(messages) || objectSchema(schema, find) !== null) return null
  const items = itemsOf(messages, find)
  if (!typesIn(items ?? messages, find).includes('string')) return null
  return items === null ? 'messageByField' : 'messagesByField'
}

/** The names of errors, without case, `-` and `_`, by status. Those of 400 and 500 also stand for other statuses. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  400: [
    'badrequest',
    'invalidrequest',
    'invalidrequesterror',
    'invalidargument',
    'invalidarguments',
    'invalidparameter',
    'invalidparameters',
    'invalidinput',
    'validationerror',
    'validationfailed',
    'validation',
    'invalid',
    'unprocessableentity',
  ],
  401: [
    'unauthorized',
    'unauthenticated',
    'authenticationerror',
    'authenticationrequired',
    'notauthenticated',
    'notauthed',
  ],
  403: ['forbidden', 'permissiondenied', 'accessdenied', 'notauthorized', 'notallowed'],
  404: ['notfound', 'resourcenotfound', 'resourcemissing', 'notfounderror'],
  409: ['conflict', 'alreadyexists', 'duplicate'],
  412: ['preconditionfailed', 'failedprecondition'],
  422: ['unprocessableentity', 'unprocessable', 'validationerror', 'validationfailed'],
  428: ['preconditionrequired'],
  429: ['toomanyrequests', 'ratelimited', 'ratelimitexceeded', 'ratelimiterror', 'resourceexhausted'],
  500: ['internalservererror', 'internalerror', 'internal', 'servererror', 'apierror'],
  503: ['serviceunavailable', 'unavailable'],
}

/** Returns the values of an `enum` that name the statuses of errors, or null if it has none for invalid requests. */
function valueByStatus(schema: JsonSchema, find: FindSchema): Template | null {
  const { enum: values } = effectiveSchema(schema, find)
  const texts = Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
  const valueFor = (status: string): string | undefined =>
    (NAMES[status] ?? []).flatMap((name) => texts.find((text) => looseKey(text) === name) ?? [])[0]
  const [invalid, internal] = [valueFor('400'), valueFor('500')]
  if (invalid === undefined) return null
  const known = Object.keys(NAMES).flatMap((status) => {
    const value = valueFor(status)
    return value === undefined ? [] : [[status, value] as const]
  })
  const others = SPECIFIC.test(looseKey(invalid)) ? {} : { '4XX': invalid, '5XX': internal ?? invalid }
  return { byStatus: { ...Object.fromEntries(known), ...others } }
}

/** Names of errors in a body, which do not fit other statuses. */
const SPECIFIC = /^(?:validation|unprocessable)/

/** Returns a template that has a value for each status, because the schema requires one. */
function withEveryStatus(template: Template): Template {
  if (!('byStatus' in template)) return template
  const { 400: invalid = '' } = template.byStatus
  return { byStatus: { '4XX': invalid, '5XX': invalid, ...template.byStatus } }
}

/** Returns whether a schema allows any text that a fact can be. */
function allows(schema: JsonSchema, fact: string, find: FindSchema): boolean {
  const { enum: values, pattern, format } = effectiveSchema(schema, find)
  if (values !== undefined || pattern !== undefined) return false
  return format === undefined || (FORMATS[fact] ?? []).includes(String(format))
}

/** The formats of facts. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  type: ['uri', 'uri-reference'],
  instance: ['uri-reference'],
  timestamp: ['date-time'],
}
