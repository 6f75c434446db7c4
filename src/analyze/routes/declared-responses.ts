import { Collector } from '../../diagnostics/collector.js'
import { type Action, type Route, successes } from '../../ir/index.js'
import type { Method, Response } from '../../api/api.js'
import { stringOf, valueOf } from '../../schema/node.js'

/** What a model route returns if it succeeds: its status, and its body in words; null for none. */
interface Answer {
  readonly status: number
  readonly body: string | null
}

const DOCUMENT = 'the document, an object'
const MESSAGE = 'an object with a message'

const ANSWERS: Readonly<Record<Action, Answer>> = {
  index: { status: 200, body: 'a page, an object with total, start, count and data' },
  create: { status: 201, body: DOCUMENT },
  update_many: { status: 200, body: MESSAGE },
  delete_many: { status: 200, body: MESSAGE },
  collection_options: { status: 204, body: null },
  show: { status: 200, body: DOCUMENT },
  update: { status: 200, body: DOCUMENT },
  replace: { status: 200, body: DOCUMENT },
  delete: { status: 200, body: MESSAGE },
  item_options: { status: 204, body: null },
}

/** Warns if an OpenAPI document declares another response for a route than the service returns. */
export function reportOtherResponses(
  { id, kind, action }: Pick<Route, 'id' | 'kind' | 'action'>,
  { responses, verbAt }: Pick<Method, 'responses' | 'verbAt'>,
  collector: Collector,
): void {
  const declared = successes(responses.filter(({ status }) => status !== 'default'))
  const answer = ANSWERS[action]
  const matching = declared.find(({ status, code }) => status === '2XX' || code === answer.status)
  const [first] = declared
  const report = (message: string): void =>
    collector.report('SVC8060', {
      message,
      at: verbAt,
      help: 'Declare what the service returns, or write the operation yourself with "x-action: true"',
    })
  if (first !== undefined && matching === undefined)
    report(`${id} returns ${answer.status}, not the declared ${first.code}`)
  const type = matching === undefined || kind === 'attribute' ? undefined : declaredType(matching)
  if (type !== undefined && type !== 'object' && answer.body !== null)
    report(`${id} returns ${answer.body}, not the declared ${type}`)
}

function declaredType({ bodies }: Response): string | undefined {
  const body = bodies.find(({ mediaType }) => mediaType === 'application/json')
  const schema = body?.schema?.source.parse(new Collector())
  return schema === undefined || schema === null ? undefined : stringOf(valueOf(schema, 'type'))
}
