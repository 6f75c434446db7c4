import type { ActionResponse, Contract, FieldType, JsonSchema, Model, Route } from '../../ir/index.js'
import { looseKey } from '../../naming/loose-match.js'
import { namedFact } from './body.js'
import { type FindSchema, onlyValue } from './schemas.js'

/** The headers of a page, in lowercase. */
const HEADER_FACTS: Readonly<Record<string, string>> = {
  link: 'link',
  'x-total-count': 'total',
  'x-total': 'total',
  'x-total-pages': 'pages',
  'x-page': 'page',
  'x-per-page': 'limit',
  'x-next-page': 'nextPage',
  etag: 'etag',
  'x-request-id': 'requestId',
  'x-correlation-id': 'requestId',
  'x-trace-id': 'requestId',
}

/** Headers of responses that the service sends where they have a meaning, in lowercase. */
const SENT: ReadonlySet<string> = new Set([
  'cache-control',
  'content-length',
  'content-type',
  'date',
  'deprecation',
  'etag',
  'location',
  'retry-after',
  'sunset',
  // With `rate_limit`.
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
])

/** The names of fields with the time of an item's last change, without case and separators. */
const CHANGED = /^(?:date|time)?(?:last)?(?:updated?|modified|changed)(?:at|on|date|time)?$/

/** What operations do that change an item, whose URL they return if that is declared. */
const CHANGING: ReadonlySet<Route['action']> = new Set(['update', 'replace'])

/** The headers that a response declares. */
interface DeclaredHeaders extends Pick<Contract, 'constantHeaders' | 'responseHeaders' | 'itemHeaders'> {
  /** Those without a value that the response requires. */
  readonly missing: readonly string[]
  /** The others without a value. */
  readonly omitted: readonly string[]
}

/** Returns what the headers of a response contain. @param hasUrl whether items have a URL, which `Location` contains */
export function headersOf(
  { headers = [] }: Pick<ActionResponse, 'headers'>,
  action: Route['action'],
  model: Model,
  find: FindSchema,
  hasUrl: boolean,
): DeclaredHeaders {
  const isList = action === 'index'
  const constants: Record<string, string> = {}
  const facts: Record<string, string> = {}
  const fields: Record<string, ItemHeader> = {}
  const missing: string[] = []
  const omitted: string[] = []
  for (const { name, written = name, schema, required } of headers) {
    const known = name.toLowerCase()
    const value = schema['x-value'] ?? onlyValue(schema, find)
    const fact = factIn(known, schema, isList)
    const field = isList ? undefined : fieldIn(known, schema, model)
    if (value !== undefined) constants[written] = String(value)
    else if (fact !== undefined) facts[written] = fact
    else if (field !== undefined) fields[written] = field
    // Every response to a new item has it.
    else if (known === 'location' && hasUrl && CHANGING.has(action)) fields[written] = { field: '_self' }
    else if (!SENT.has(known) || (known === 'location' && !hasUrl))
      (required ? missing : omitted).push(written)
  }
  return {
    ...(Object.keys(constants).length === 0 ? {} : { constantHeaders: constants }),
    ...(Object.keys(facts).length === 0 ? {} : { responseHeaders: facts }),
    ...(Object.keys(fields).length === 0 ? {} : { itemHeaders: fields }),
    missing,
    omitted,
  }
}

function factIn(known: string, schema: JsonSchema, isList: boolean): string | undefined {
  const named = schema['x-member']
  if (isList && typeof named === 'string') return namedFact(named)
  const fact = HEADER_FACTS[known]
  return isList || fact === 'requestId' ? fact : undefined
}

/** The types of fields whose values no header contains. */
const NOT_IN_HEADERS: ReadonlySet<FieldType> = new Set(['binary', 'dict', 'list', 'pickle'])

type ItemHeader = NonNullable<Contract['itemHeaders']>[string]

/** Returns the field that a header contains: the one that `x-member` names, or the time of the last change. */
function fieldIn(known: string, schema: JsonSchema, { fields }: Model): ItemHeader | undefined {
  const named = schema['x-member']
  const isDate = known === 'last-modified'
  const field = fields.find(({ name, type }) =>
    typeof named === 'string'
      ? name === named
      : isDate && type === 'datetime' && CHANGED.test(looseKey(name)),
  )
  if (field === undefined || NOT_IN_HEADERS.has(field.type)) return undefined
  return isDate && field.type === 'datetime' ? { field: field.name, isDate } : { field: field.name }
}
