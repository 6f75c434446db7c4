import type { Model, Parameter, ParameterRole, Route, Template } from '../../ir/index.js'
import { looseKey } from '../../naming/loose-match.js'
import { snakeCase } from '../../naming/words.js'
import type { UnnamedAction } from '../actions/custom-action.js'
import { expandableIn, outerMembersIn, resourceIn, takenIn } from './body.js'
import { itemRole, namesKey, type WrittenMembers } from './item-parameters.js'
import { membersMeantBy } from './parameters/members.js'
import { roleOf } from './parameters/roles.js'
import type { NoRole } from './parameters/source.js'
import { defaultIn } from './schemas.js'
import type { ContractSource, Served } from './source.js'

/** Headers of requests that HTTP defines, or that the service understands. */
const KNOWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'accept-encoding',
  'authorization',
  'content-type',
  'if-match',
  'if-none-match',
  'prefer',
  'traceparent',
  'x-request-id',
])

/** The parameters and headers that say for which version of the API a client was written. */
const VERSIONS: ReadonlySet<string> = new Set(['apiversion', 'xapiversion'])

/** The actions on the items that a query selects. */
const SELECTING: ReadonlySet<Route['action']> = new Set(['index', 'update_many', 'delete_many'])

function hasField({ fields, relations }: Model, name: string): boolean {
  return [...fields, ...relations].some((each) => looseKey(each.name) === looseKey(name))
}

function what(action: Route['action']): string {
  return `${action === 'show' ? 'showing' : action === 'create' ? 'creating' : 'changing'} items of`
}

/** What the parameters of an operation refer to. */
interface ListedItems {
  readonly model: Model
  readonly template: Template | undefined
  /** The members that the response has of all items. */
  readonly matchable: ReadonlySet<string>
  /** Whether the response contains the cursor of the next page. */
  readonly hasCursor: boolean
  readonly written: WrittenMembers
  /** The members that the items in the response must have. */
  readonly required: readonly string[] | undefined
  /** The attributes and relationships that resource objects of JSON:API in the response must have. */
  readonly requiredParts: readonly string[]
}

/** Returns what the query parameters of an operation mean. Reports parameters and headers without a known meaning. */
export function rolesOf(
  { id, action, lookup, parents }: Served,
  { queryParameters, headers, operationId }: UnnamedAction,
  { template, matchable, hasCursor, model, written, required, requiredParts }: ListedItems,
  { models, relations, find, placeOf, addFilter, addLack, credentialIn, collector }: ContractSource,
): Readonly<Record<string, ParameterRole>> {
  const refuse = (parameter: Parameter, { message, help }: NoRole): void =>
    collector.report('SVC8070', { message: `${message} (${id})`, at: placeOf(parameter.name), help })
  const isIgnored = ({ name, kept = {} }: Parameter): boolean =>
    kept['x-ignored'] === true || VERSIONS.has(looseKey(name))
  for (const header of headers)
    if (!KNOWN_HEADERS.has(header.name) && !isIgnored(header) && credentialIn(header.name, 'header') === null)
      refuse(header, {
        message: `The header "${header.written ?? header.name}" has no known meaning`,
        help: 'Write "x-ignored: true" next to it if it does not select items, such as those of a tenant, or write the operation yourself with "x-operation: own"',
      })
  const reportDefault = ({ name, schema }: Parameter, role: ParameterRole): void => {
    const own = schema['default'] ?? null
    const value = role.as === 'filter' ? (defaultIn(schema, find) ?? null) : null
    if (value === null) return
    const only = `lists only items with the value ${JSON.stringify(value)}`
    if (own !== null)
      return addLack({
        message: `${only} without the parameter "${name}", because of its default`,
        line: 'x-ignored: true, next to the parameter, if it does not select items',
      })
    collector.report('SVC8089', {
      message: `Without the parameter "${name}", ${id} ${only}, which is the default of its shared schema`,
      at: placeOf(name),
      help: `Move "default" from the shared schema to the property of ${model.id}, or repeat it in the schema of the parameter if this is meant`,
    })
  }
  const shown = outerMembersIn(template)
  const expandable = expandableIn(template)
  const taken = takenIn(template)
  const above = parents.at(-1)
  const list = models.get(above?.model ?? '')?.relations.find(({ name }) => name === above?.field)
  const owner = model.relations.find((end) => !end.many && end.relation === list?.relation)
  const inPath = [owner?.name, lookup?.field, ...(lookup?.within ?? []).map(({ field }) => field)]
  const changed = { ...written, written: written.written?.filter((name) => !inPath.includes(name)) ?? [] }
  const roles = queryParameters.flatMap((parameter): [string, ParameterRole][] => {
    const ignored: [string, ParameterRole] = [parameter.name, { as: 'ignored' }]
    const credential = credentialIn(parameter.name, 'query')
    const selects = SELECTING.has(action)
    if (isIgnored(parameter)) return [ignored]
    if (credential === 'own' && selects && hasField(model, parameter.name)) {
      refuse(parameter, {
        message: `The parameter "${parameter.name}" contains credentials and has the name of a property of ${model.id}, by which it would select items`,
        help: 'Write "x-ignored: true" next to it if it contains credentials only, or give the scheme or the parameter another name',
      })
      return []
    }
    if (credential === 'own') return [ignored]
    const [, type] = /^fields\[([\w-]+)\]$/.exec(parameter.name) ?? []
    const resource = type === undefined ? null : resourceIn(template)
    if (resource !== null && resource.type === type)
      return [[parameter.name, { as: 'sparse', members: resource.members, always: requiredParts }]]
    const ofItem = itemRole(parameter, action, model, changed)
    if (ofItem !== undefined) return [[parameter.name, ofItem]]
    // The credentials of other schemes have no meaning here, unless the parameter has another one.
    if (credential === 'other' && !selects) return [ignored]
    if (action !== 'index' && membersMeantBy(parameter.name, expandable) === undefined) {
      refuse(parameter, {
        message: `The parameter "${parameter.name}" has no known meaning for ${what(action)} ${model.id}`,
        help:
          action === 'create' && namesKey(parameter.name, model)
            ? `Remove "readOnly" from "${model.key}" of ${model.id} if the parameter contains the key of the new item, or write "x-ignored: true" next to it`
            : 'Write "x-ignored: true" next to it, or write the operation yourself with "x-operation: own"',
      })
      return []
    }
    const ownFilter = ({ name, schema }: Parameter): string => {
      const filter = snakeCase(`${operationId ?? id} ${name}`)
      addFilter({ name: filter, at: placeOf(name), model: model.id, parameter: name, values: schema })
      return filter
    }
    const role = roleOf(parameter, {
      parameters: queryParameters,
      model,
      models,
      relations,
      find,
      hasCursor,
      shown,
      matchable,
      taken,
      required: required ?? [],
      expandable,
      ownFilter,
    })
    if ('as' in role) {
      reportDefault(parameter, role)
      return [[parameter.name, role]]
    }
    if (credential === 'other') return [ignored]
    refuse(parameter, role)
    return []
  })
  return Object.fromEntries(
    roles.map(([name, role], index) => [name, otherThan(roles.slice(0, index), role, model)]),
  )
}

/**
 * Returns the meaning of a parameter that filters a list by the same field as one before it: both must hold, and an item can
 * have a value of each.
 */
function otherThan(
  before: readonly (readonly [string, ParameterRole])[],
  role: ParameterRole,
  { fields }: Model,
): ParameterRole {
  const isList =
    role.as === 'filter' && fields.some(({ name, type }) => name === role.field && type === 'list')
  const isRepeated = isList && before.some(([, other]) => other.as === 'filter' && other.field === role.field)
  return isRepeated ? { as: 'filter', field: `${role.field}__any` } : role
}
