import { type MapNode, type Node, emptyMap } from '../../source/node.js'
import type { Method, Response } from '../../api/api.js'
import { readBodies } from './bodies.js'
import { report, type Context } from '../context.js'
import { entriesOf, type Field, fieldsOf, type FieldsOf, type OtherKey, shapeOf } from '../fields.js'
import { readNamedParameters } from '../parameters/named-parameters.js'
import { readParameters } from '../parameters/parameters.js'
import { readTraitUses } from '../inheritance/references.js'
import { readSecuredBy } from './secured-by.js'
import { isUnknown, mapAt, textAt, listAt } from '../values.js'

const PLAIN = ['displayName', 'description', 'securedBy'] as const
const OPTIONAL = [
  'headers',
  'protocols',
  'queryParameters',
  'baseUriParameters',
  'body',
  'responses',
] as const

const METHOD = shapeOf('a method', [...PLAIN, 'is'], OPTIONAL)
const TRAIT = shapeOf('a trait', [...PLAIN, 'usage'], OPTIONAL)
const DESCRIBED_BY = shapeOf('"describedBy"', PLAIN, OPTIONAL)
const RESPONSE = shapeOf('a response', ['description'], ['headers', 'body'])

type Parts = FieldsOf<typeof DESCRIBED_BY>

/** Reads a method to which its traits have been applied (RAML 0.8, "Methods"). The method's value can be null. */
export function readMethod({ name, keyAt, value }: Field, context: Context): Method {
  const map = mapAt(value, name, context) ?? emptyMap(value.at)
  const fields = fieldsOf(map, METHOD, context, reportNestedResource(name, context))
  if (context.isTemplate) readTraitUses(fields.is?.value, context)
  const parts = readParts(fields, context)
  const hasUnreadBody = fields.body !== undefined && isUnknown(fields.body.value, context)
  const isUnread = hasUnreadBody || parts.bodies.some((body) => body.isUnread)
  return { verb: name, verbAt: keyAt, valueAt: value.at, ...parts, isUnread }
}

/** Checks the declaration of a trait, which has the keys of a method except `is` (RAML 0.8, "Traits"). */
export function checkTrait(map: MapNode, context: Context): void {
  const fields = fieldsOf(map, TRAIT, context, reportNestedResource('trait', context))
  textAt(fields.usage?.value, 'usage', context)
  readParts(fields, context)
}

export function checkDescribedBy(map: MapNode, context: Context): void {
  readParts(fieldsOf(map, DESCRIBED_BY, context), context)
}

/** Reports a nested resource that is indented too far. This is a common mistake that would otherwise go unnoticed. */
function reportNestedResource(owner: string, context: Context): OtherKey {
  return (key, { keyAt }) => {
    if (!key.startsWith('/')) return { help: undefined }
    report(context, 'SVC2016', {
      message: `Resource "${key}" is nested inside "${owner}"`,
      at: keyAt,
      help: `Indent it to the same level as "${owner}"`,
    })
    return 'taken'
  }
}

function readParts(
  fields: Parts,
  context: Context,
): Omit<Method, 'verb' | 'verbAt' | 'valueAt' | 'isUnread'> {
  textAt(fields.displayName?.value, 'displayName', context)
  checkProtocols(fields.protocols?.value, context)
  readNamedParameters(fields.baseUriParameters?.value, 'baseUriParameters', context)
  return {
    description: textAt(fields.description?.value, 'description', context),
    securedBy: readSecuredBy(fields.securedBy?.value, context),
    queryParameters: readParameters(fields.queryParameters?.value, 'queryParameters', context),
    headers: readParameters(fields.headers?.value, 'headers', context),
    bodies: readBodies(fields.body, false, context),
    responses: readResponses(fields.responses?.value, context),
    ...ONLY_IN_OPENAPI,
  }
}

/** What a method cannot declare in RAML. */
const ONLY_IN_OPENAPI = {
  operationId: null,
  summary: null,
  tags: null,
  versioned: {},
  isAction: false,
  bulk: null,
  item: null,
  takesQueries: false,
  sort: null,
  uriParameters: [],
  cookies: [],
  isBodyRequired: true,
  kept: {},
} as const

function readResponses(node: Node | undefined, context: Context): readonly Response[] {
  const map = mapAt(node, 'responses', context)
  if (map === null) return []
  return entriesOf(map, context).flatMap(({ name, keyAt, value }) => {
    if (!/^\d{3}$/.test(name)) {
      report(context, 'SVC2034', {
        message: `Invalid status code "${name}"`,
        at: keyAt,
        help: 'Use a three-digit number such as 200',
      })
      return []
    }
    return [readResponse(Number(name), value, context)]
  })
}

function readResponse(status: number, node: Node, context: Context): Response {
  const map = mapAt(node, String(status), context)
  if (map === null) return { status, description: null, headers: [], bodies: [] }
  const { description, headers, body } = fieldsOf(map, RESPONSE, context)
  return {
    status,
    description: textAt(description?.value, 'description', context),
    headers: readParameters(headers?.value, 'headers', context),
    bodies: readBodies(body, true, context),
  }
}

/** Checks `protocols`, a list of `HTTP` and `HTTPS` (RAML 0.8, "Protocols"). The service does not use it. */
export function checkProtocols(node: Node | undefined, context: Context): void {
  for (const item of listAt(node, 'protocols', context)?.items ?? []) {
    const text = textAt(item, 'protocols', context)
    if (text === null || text === 'HTTP' || text === 'HTTPS') continue
    report(context, 'SVC2013', {
      message: `Unknown protocol "${text}"`,
      at: item.at,
      help: 'Use HTTP or HTTPS',
    })
  }
}
