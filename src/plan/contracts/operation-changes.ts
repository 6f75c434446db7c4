import { IR_VERSION, type Model, type Service } from '../../ir/index.js'
import { formerModel, isBreaking, type ApiChange } from '../change.js'
import { OPERATION_RULES, type Place } from '../rules.js'
import type { Located } from './flat-schema.js'
import {
  type Content,
  type ContractOperation,
  type ContractParameter,
  type ContractResponse,
  declaredParameters,
  type ExchangedContract,
} from './operation.js'
import { changesIn, SchemaComparison, type Unit } from './schema-comparison.js'

type OperationRule = keyof typeof OPERATION_RULES

/** An operation in the last run and in this one. */
export interface OperationPair {
  readonly before: ContractOperation
  readonly after: ContractOperation
}

interface Services {
  readonly before: Service
  readonly after: Service
}

/** Returns the changes to the contracts of operations that both services have. */
export function contractChanges(pairs: readonly OperationPair[], services: Services): readonly ApiChange[] {
  // Operations in older versions of the IR lack parts of their contracts.
  if (services.before.irVersion < IR_VERSION) return []
  const schemas = new SchemaComparison()
  const comparisons = pairs.map((pair) => {
    const comparison = new ContractComparison(pair.after.id, schemas)
    comparison.compare(pair, services)
    return comparison
  })
  schemas.settle()
  return comparisons.flatMap((comparison) => comparison.changes())
}

class ContractComparison {
  readonly #where: string
  readonly #schemas: SchemaComparison
  readonly #changes: ApiChange[] = []
  readonly #units: { readonly at: string; readonly unit: Unit }[] = []

  constructor(where: string, schemas: SchemaComparison) {
    this.#where = where
    this.#schemas = schemas
  }

  compare({ before, after }: OperationPair, services: Services): void {
    this.#names(before, after)
    this.#lifecycle(before, after)
    if (isSameModel(before, after, services)) {
      this.#parameters(queryOf(before, services.before), queryOf(after, services.after))
      return
    }
    const [was, is] = [before.contract(), after.contract()]
    this.#parameters(was.parameters, is.parameters)
    this.#body(was.body, is.body)
    this.#responses(was.responses, is.responses)
  }

  /** Returns the changes, each once: the schemas of several media types are often the same. */
  changes(): readonly ApiChange[] {
    const ofSchemas = this.#units
      .filter(({ unit }) => unit.isChanged)
      .flatMap(({ at, unit }) =>
        changesIn(unit).map((change): ApiChange => ({
          change: change.change,
          breaking: change.breaking,
          where: this.#where,
          at: at + change.at,
          rule: change.rule,
        })),
      )
    const seen = new Map<string, ApiChange>()
    for (const change of [...this.#changes, ...ofSchemas]) {
      const key = `${change.rule} ${change.at ?? ''} ${change.change}`
      if (!seen.has(key)) seen.set(key, change)
    }
    return [...seen.values()]
  }

  #note(rule: OperationRule, at: string | null, change: string): void {
    const place = at === null ? {} : { at }
    this.#changes.push({ change, breaking: isBreaking(rule), where: this.#where, ...place, rule })
  }

  #schema(
    before: Located,
    after: Located,
    place: Place,
    at: string,
    names: 'body' | 'header' = 'body',
  ): void {
    this.#units.push({ at, unit: this.#schemas.unit({ before, after, place }, names) })
  }

  #names(before: ContractOperation, after: ContractOperation): void {
    const [from, to] = [before.operationId, after.operationId]
    if (from !== to && from !== null)
      this.#note(
        'api-operation-id-removed',
        null,
        `operationId ${from} ${to === null ? 'removed' : `replaced by ${to}`}`,
      )
    else if (to !== null && from === null)
      this.#note('api-operation-id-added', null, `operationId ${to} added`)
    for (const tag of before.tags)
      if (!after.tags.includes(tag)) this.#note('api-tag-removed', null, `tag "${tag}" removed`)
    for (const tag of after.tags)
      if (!before.tags.includes(tag)) this.#note('api-tag-added', null, `tag "${tag}" added`)
  }

  #lifecycle(before: ContractOperation, after: ContractOperation): void {
    const [was, is] = [isDeprecated(before), isDeprecated(after)]
    const [from, to] = [before.sunset, after.sunset]
    if (!was && is) {
      if (to === undefined) this.#note('endpoint-deprecated', null, 'deprecated')
      else this.#note('endpoint-deprecated-with-sunset', null, `deprecated, until ${to}`)
    } else if (was && !is) this.#note('endpoint-reactivated', null, 'no longer deprecated')
    else if (from !== to) {
      if (from === undefined) this.#note('api-sunset-added', null, `sunset ${String(to)} added`)
      else if (to === undefined) this.#note('sunset-deleted', null, `sunset ${from} removed`)
      else if (to < from)
        this.#note('api-sunset-date-changed-too-small', null, `sunset moved from ${from} to ${to}`)
      else this.#note('api-sunset-date-postponed', null, `sunset moved from ${from} to ${to}`)
    }
  }

  #parameters(before: readonly ContractParameter[], after: readonly ContractParameter[]): void {
    const was = keyed(before)
    const is = keyed(after)
    for (const [key, parameter] of was) {
      const next = is.get(key)
      // The names in the path can change, because clients do not send them.
      if (next === undefined && parameter.in !== 'path')
        this.#note(
          parameter.isDeprecated ? 'request-parameter-removed-with-deprecation' : 'request-parameter-removed',
          atOf(parameter),
          'removed',
        )
      if (next !== undefined) this.#parameter(parameter, next)
    }
    for (const [key, parameter] of is) {
      if (was.has(key)) continue
      if (parameter.in === 'path') this.#note('new-request-path-parameter', atOf(parameter), 'added')
      else if (parameter.isRequired)
        this.#note('new-required-request-parameter', atOf(parameter), 'added (required)')
      else this.#note('new-optional-request-parameter', atOf(parameter), 'added')
    }
  }

  #parameter(before: ContractParameter, after: ContractParameter): void {
    const at = atOf(after)
    if (!before.isRequired && after.isRequired)
      this.#note('request-parameter-became-required', at, 'now required')
    if (before.isRequired && !after.isRequired)
      this.#note('request-parameter-became-optional', at, 'no longer required')
    if (!before.isDeprecated && after.isDeprecated)
      this.#note('request-parameter-deprecated', at, 'deprecated')
    if (before.isDeprecated && !after.isDeprecated)
      this.#note('request-parameter-reactivated', at, 'no longer deprecated')
    if (before.style !== after.style)
      this.#note(
        'request-parameter-style-changed',
        at,
        `written as "${after.style}" instead of "${before.style}"`,
      )
    this.#schema(
      before.value,
      after.value,
      'request-parameter',
      at,
      after.in === 'header' ? 'header' : 'body',
    )
  }

  #body(before: ExchangedContract['body'], after: ExchangedContract['body']): void {
    if (before === null || after === null) {
      if (before !== null) this.#note('request-body-removed', 'body', 'removed')
      if (after !== null)
        this.#note(
          after.isRequired ? 'request-body-added-required' : 'request-body-added-optional',
          'body',
          after.isRequired ? 'added (required)' : 'added',
        )
      return
    }
    if (!before.isRequired && after.isRequired)
      this.#note('request-body-became-required', 'body', 'now required')
    if (before.isRequired && !after.isRequired)
      this.#note('request-body-became-optional', 'body', 'no longer required')
    this.#content(before.content, after.content, 'request-body', 'body')
  }

  #content(before: Content, after: Content, place: 'request-body' | 'response-body', at: string): void {
    const isRequest = place === 'request-body'
    const names = isRequest ? 'request-body-media-type' : 'response-media-type'
    for (const [type, schema] of before) {
      const found = matching(type, after)
      if (found === undefined) {
        this.#note(`${names}-removed`, at, `media type ${type} removed`)
        continue
      }
      const [name, next] = found
      const path = contentPath(at, name)
      const subject = `${place}-media-type-schema` as const
      if (schema === null && next !== null) this.#note(`${subject}-added`, path, 'schema added')
      else if (schema !== null && next === null) this.#note(`${subject}-removed`, path, 'schema removed')
      else if (schema !== null && next !== null) this.#schema(schema, next, place, path)
    }
    for (const type of after.keys())
      if (matching(type, before) === undefined) this.#note(`${names}-added`, at, `media type ${type} added`)
  }

  #responses(before: readonly ContractResponse[], after: readonly ContractResponse[]): void {
    const is = new Map(after.map((response) => [String(response.status), response]))
    for (const response of before) {
      const status = String(response.status)
      const next = is.get(status)
      const kind = response.isSuccess ? 'success' : 'non-success'
      if (next === undefined) this.#note(`response-${kind}-status-removed`, status, 'status removed')
      else {
        this.#content(response.content, next.content, 'response-body', `${status}.body`)
        this.#headers(response, next, status)
      }
    }
    const known = new Set(before.map(({ status }) => String(status)))
    for (const { status, isSuccess } of after)
      if (!known.has(String(status)))
        this.#note(
          `response-${isSuccess ? 'success' : 'non-success'}-status-added`,
          String(status),
          'status added',
        )
  }

  #headers(before: ContractResponse, after: ContractResponse, status: string): void {
    for (const [name, header] of before.headers) {
      const at = `${status}.header.${name}`
      const next = after.headers.get(name)
      if (next === undefined) {
        this.#note(
          header.isRequired ? 'required-response-header-removed' : 'optional-response-header-removed',
          at,
          'removed',
        )
        continue
      }
      if (header.isRequired && !next.isRequired)
        this.#note('response-header-became-optional', at, 'no longer required')
      if (!header.isRequired && next.isRequired)
        this.#note('response-header-became-required', at, 'now required')
      this.#schema(header.value, next.value, 'response-header', at)
    }
    for (const name of after.headers.keys())
      if (!before.headers.has(name)) this.#note('response-header-added', `${status}.header.${name}`, 'added')
  }
}

export function isDeprecated({ deprecated, sunset }: ContractOperation): boolean {
  return deprecated === true || sunset !== undefined
}

/** Returns whether both operations show the documents of one model, whose changes are reported at the model. */
function isSameModel(before: ContractOperation, after: ContractOperation, services: Services): boolean {
  if (before.model === null || after.model === null) return false
  const former: Model | undefined = formerModel(services.before, after.model, services.after)
  return former?.id === before.model || before.model === after.model
}

function queryOf({ node }: ContractOperation, service: Service): readonly ContractParameter[] {
  return node === null || !('action' in node) ? [] : declaredParameters(service, node)
}

/** Parameters by place and name; those of the path by their position. */
function keyed(parameters: readonly ContractParameter[]): ReadonlyMap<string, ContractParameter> {
  let position = 0
  return new Map(
    parameters.map((parameter) => {
      if (parameter.in !== 'path')
        return [
          `${parameter.in} ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`,
          parameter,
        ]
      position += 1
      return [`path ${position}`, parameter]
    }),
  )
}

function atOf({ in: place, name }: ContractParameter): string {
  return `${place}.${name}`
}

/** Returns the media type in some content that a media type is or that includes it: `image/*` for `image/png`. */
function matching(type: string, content: Content): readonly [string, Located | null] | undefined {
  const [kind = ''] = type.split('/')
  for (const name of [type, `${kind}/*`, '*/*']) {
    const schema = content.get(name)
    if (schema !== undefined) return [name, schema]
  }
  return undefined
}

/** JSON is the usual media type and is not named. */
function contentPath(at: string, type: string): string {
  return /[/+]json$/.test(type) ? at : `${at}(${type})`
}
