import { Collector } from '../../diagnostics/collector.js'
import { type Action, type Model, type Route, successes } from '../../ir/index.js'
import { writeRuleOf } from '../../ir/lookup.js'
import { listed } from '../../naming/phrases.js'
import type { Body, Method } from '../../api/api.js'
import { propertySchemas } from '../../schema/access-keys.js'
import type { ModelSchema } from '../../schema/index.js'
import { valueOf } from '../../schema/node.js'
import type { Node } from '../../source/node.js'

export interface PartSource {
  readonly model: Model
  readonly schema: ModelSchema
  /** The field that contains passwords, which no response shows. */
  readonly password: string | null
  readonly collector: Collector
}

type Operation = Pick<Route, 'id' | 'kind' | 'action'>
type Declared = Pick<Method, 'bodies' | 'responses'>

/** Actions whose body contains the fields of an item. */
const WRITES: ReadonlySet<Action> = new Set(['create', 'update', 'replace', 'update_many'])

/** Actions that return items. */
const RETURNS: ReadonlySet<Action> = new Set(['index', 'create', 'update', 'replace', 'show'])

/**
 * Reports bodies and responses of an OpenAPI document that declare only some of the model's properties: the service
 * would accept and return all of them.
 */
export function reportDeclaredParts(
  { id, kind, action }: Operation,
  method: Declared,
  source: PartSource,
): void {
  if (kind === 'attribute') return
  const { collector } = source
  const report = (what: string, verb: string, { at }: Body, missing: readonly string[]): void =>
    collector.report('SVC8062', {
      message: `The ${what} of ${id} declares only some properties of ${source.model.id}; the service ${verb} ${listed(missing.map((name) => `"${name}"`))} as well`,
      at,
      help: `Declare all properties of ${source.model.id}, or write the operation yourself with "x-action: true"`,
    })
  if (WRITES.has(action))
    for (const body of jsonIn(method.bodies)) {
      const missing = missingIn(schemasOf(body, false), writable(source, action))
      if (missing.length > 0) report('body', 'accepts', body, missing)
    }
  if (!RETURNS.has(action)) return
  for (const body of successes(method.responses).flatMap(({ bodies }) => jsonIn(bodies))) {
    const missing = missingIn(schemasOf(body, action === 'index'), readable(source))
    if (missing.length > 0) report('response', 'returns', body, missing)
  }
}

function jsonIn(bodies: readonly Body[]): readonly Body[] {
  return bodies.filter(({ mediaType }) => /^application\/(?:[^;]*\+)?json\b/.test(mediaType))
}

/** Returns the properties that a declared schema with properties lacks. A schema without properties declares nothing. */
function missingIn(schemas: readonly ReadonlySet<string>[], names: readonly string[]): readonly string[] {
  const missing = schemas
    .filter((declared) => declared.size > 0)
    .map((declared) => names.filter((name) => !declared.has(name)))
  return [...new Set(missing.flat())]
}

/** Returns the names of the properties in the schema of a body, or in the schemas of the items that it contains. */
function schemasOf({ schema }: Body, isList: boolean): readonly ReadonlySet<string>[] {
  const root = schema?.source.parse(new Collector()) ?? null
  if (root === null) return []
  const namesOf = (node: Node): ReadonlySet<string> => new Set(propertySchemas(node, root).keys())
  if (!isList) return [namesOf(root)]
  const lists = [root, ...[...propertySchemas(root, root).values()].flat()]
  return lists.flatMap((node) => {
    const items = valueOf(node, 'items')
    const names = items === undefined ? new Set<string>() : namesOf(items)
    // A list of something else, such as of links.
    return names.size === 0 ? [] : [names]
  })
}

function writable({ model, schema }: PartSource, action: Action): readonly string[] {
  return schema.properties.flatMap(({ name }) => {
    const field = model.fields.find((each) => each.name === name)
    const rule = writeRuleOf(model, name)
    const isKey = name === model.key && action !== 'create'
    const isFixed = rule?.readOnly === true || (rule !== undefined && rule.writableBy !== null)
    const isOnce = rule?.writeOnce === true && action !== 'create'
    const isOther = field !== undefined && (!field.stored || ['id_field', 'foreign_key'].includes(field.type))
    return isKey || isFixed || isOnce || isOther ? [] : [name]
  })
}

function readable({ model, schema, password }: PartSource): readonly string[] {
  const { visibility } = model
  const shown = new Set(
    visibility.public ?? visibility.authenticated ?? schema.properties.map(({ name }) => name),
  )
  return schema.properties.flatMap(({ name, json, isListed }) => {
    const field = model.fields.find((each) => each.name === name)
    const isOther = field !== undefined && (!field.stored || field.type === 'foreign_key')
    const isHidden = !shown.has(name) || visibility.hidden.includes(name) || name === password
    return isHidden || isOther || !isListed || json['writeOnly'] === true ? [] : [name]
  })
}
