import { stemOf } from '../../../templates/runtime/spec/paths.js'
import type { Api, Method, NamedSchema, Resource } from '../../api/api.js'
import { Collector } from '../../diagnostics/collector.js'
import { CALLER_KEY, effectiveSchema, isObject as isJsonObject, type Model } from '../../ir/index.js'
import { groupedBy, writeRuleOf, pathShape } from '../../ir/lookup.js'
import { componentModel } from '../../naming/model-names.js'
import { looseKey } from '../../naming/loose-match.js'
import { listed } from '../../naming/phrases.js'
import { singularOf } from '../../naming/plural.js'
import { propertySchemas } from '../../schema/access-keys.js'
import { itemsOf, type StoredNames, storedName } from '../../schema/inferred/related.js'
import type { Node } from '../../source/node.js'
import type { Span } from '../../source/span.js'
import type { SpannedAction } from '../actions/custom-action.js'
import { inElements, Recognition, resultsOf } from '../models/recognized.js'
import { membersIn } from '../contract/body.js'
import { type FindSchema, objectSchema, type ObjectSchema } from '../contract/schemas.js'
import type { Lack } from '../contract/source.js'
import { lackOf } from './idle-components.js'
import type { SpannedRoute } from './source.js'

/** How a declared operation is answered. */
export interface OperationReport {
  /** Such as `GET /pets`. */
  readonly id: string
  readonly operationId: string | null
  /**
   * As declared (`contract`), in svcgen's own form (`svcgen`), by a function (`own`), or not at all because of errors in
   * the document (`nothing`).
   */
  readonly answers: 'contract' | 'svcgen' | 'own' | 'nothing'
  /** What the operation lacks so that stored items answer it as declared, and the line that adds it. */
  readonly lacks: Lack | null
  readonly at: Span
  /** What is declared for the operation. */
  readonly valueAt: Span
}

export interface OperationSource {
  readonly api: Api
  readonly routes: readonly SpannedRoute[]
  readonly actions: readonly SpannedAction[]
  readonly models: readonly Model[]
  /** The models with handlers. */
  readonly handled: ReadonlySet<string>
  /** The names of properties of each model that responses require, and that nothing sets. */
  readonly neverSet: ReadonlyMap<string, readonly string[]>
  /** The model of the callers, or null. */
  readonly users: string | null
  /** What operations on paths of stored items lack. */
  readonly lacks: ReadonlyMap<Span, Lack>
}

/** Returns how each operation of an API is answered, in source order. */
export function operationReports(source: OperationSource): readonly OperationReport[] {
  const { api, routes, actions } = source
  const answered = new Map<Span, OperationReport['answers']>([
    ...routes.map(({ at, contract }) => [at, contract === undefined ? 'svcgen' : 'contract'] as const),
    ...actions.map(({ at }) => [at, 'own'] as const),
  ])
  const lacks = new Lacks(source)
  return api.resources.flatMap(withNested).flatMap((resource) =>
    resource.methods.map((method): OperationReport => {
      // A HEAD beside a GET is answered as that, without the body.
      const shown = method.verb === 'head' ? resource.methods.find(({ verb }) => verb === 'get') : undefined
      const { verbAt } = shown ?? method
      const isRefused = source.lacks.get(verbAt)?.isError === true
      const answers = isRefused ? 'nothing' : (answered.get(verbAt) ?? 'nothing')
      return {
        id: `${method.verb.toUpperCase()} ${resource.absolutePath || '/'}`,
        operationId: method.operationId?.name ?? null,
        answers,
        lacks: api.components === null || shown !== undefined ? null : lacks.of(answers, method, resource),
        at: method.verbAt,
        valueAt: method.valueAt,
      }
    }),
  )
}

/** The ends of the names of properties that can identify items. */
const IDENTIFYING = /(?:id|key|slug|code|number|name)$/i

/** The actions that set no properties. */
const READING: ReadonlySet<string> = new Set(['index', 'show', 'delete', 'delete_many'])

/** Finds out what operations lack. */
class Lacks {
  readonly #models: ReadonlyMap<string, Model>
  readonly #known: OperationSource['lacks']
  readonly #routes: readonly SpannedRoute[]
  readonly #handled: ReadonlySet<string>
  readonly #unset: OperationSource['neverSet']
  readonly #users: string | null
  /** The models that functions on their items might change. */
  readonly #changed: ReadonlySet<string>
  /** The resources of each path, without the names of its parameters and its end. */
  readonly #byPath: ReadonlyMap<string, readonly Resource[]>
  readonly #schemas: Api['schemas']
  readonly #find: FindSchema
  /** Recognizes components that are stored, and those that could be. */
  readonly #stored: Recognition
  readonly #objects: Recognition

  constructor({ api, models, handled, neverSet, users, lacks: known, routes, actions }: OperationSource) {
    const { resources, schemas, components } = api
    this.#routes = routes
    this.#handled = handled
    this.#unset = neverSet
    this.#users = users
    this.#byPath = groupedBy(resources.flatMap(withNested), ({ absolutePath }) =>
      pathShape(stemOf(absolutePath)),
    )
    this.#schemas = schemas
    this.#find = (name) => components?.used.get(name)
    this.#models = new Map(models.map((model) => [model.id, model]))
    this.#known = known
    const objects = [...schemas].filter(([, schema]) => isObject(schema))
    const all = new Set(objects.map(([name]) => name))
    this.#stored = new Recognition(
      new Map(objects.filter(([name]) => this.#models.has(componentModel(name)))),
    )
    this.#objects = new Recognition(new Map(objects.filter(([, schema]) => !isEnvelope(schema, all))))
    const own = new Set(actions.map(({ at }) => at))
    const returned = resources
      .flatMap(withNested)
      .flatMap(({ methods }) => methods.filter(({ verb, verbAt }) => verb !== 'get' && own.has(verbAt)))
      .flatMap((method) => this.#stored.ofMethod(method) ?? [])
    this.#changed = new Set([
      ...actions.flatMap(({ item }) =>
        item === null ? [] : [item, ...item.parents].map(({ model }) => model),
      ),
      ...returned.map(componentModel),
    ])
  }

  of(
    answers: OperationReport['answers'],
    method: Method,
    { absolutePath: path, methods }: Resource,
  ): Lack | null {
    if (answers === 'svcgen')
      return resultsOf(method).length > 0
        ? {
            message: 'declares a success response that can be any object',
            line: 'properties: …, or a $ref, in the schema of the response',
          }
        : {
            message: 'declares no schema for its success response',
            line: 'content: { application/json: { schema: … } }',
          }
    const known = this.#known.get(method.verbAt)
    if (known !== undefined) return known
    if (answers === 'contract' && this.#isNeverThere(method))
      return {
        message: 'finds nothing until a function of yours creates the item, because no operation does',
        line: 'a POST, or a 201 beside the 200 of PUT, which then creates the item',
      }
    const needed = answers === 'contract' ? this.#neededBy(method) : undefined
    if (needed !== undefined)
      return {
        message: `${needed.isDemanded ? `needs an existing item of ${needed.target} in` : `takes only existing items of ${needed.target} in`} "${needed.name}", and no operation creates one`,
        line: `a POST that creates it, unless a function of yours or an import does${needed.isDocument ? '; x-operation: own, if your function creates the items in the body' : ''}`,
      }
    const removed = answers === 'contract' ? this.#removedBy(method, methods) : []
    const them = removed.length === 1 ? 'it' : 'them'
    if (removed.length > 0)
      return {
        message: `removes ${listed(removed.map((name) => `"${name}"`))} if a request leaves ${them} out, although the operation that creates items requires ${them}`,
        line: 'x-operation: update, if the item keeps what a request leaves out',
      }
    const named = answers === 'contract' ? this.#nameIn(method) : undefined
    if (named !== undefined)
      return {
        message: `stores the resource name of ${named.target} in "${named.field}" as text, so that it is no relationship`,
        line: `a property with its key and "x-relation: ${named.target}", if it should be one`,
      }
    const unique = answers === 'contract' ? this.#neverConflictsWith(method) : undefined
    if (unique !== undefined)
      return {
        message: `never answers its 409, because no property of ${unique} that a request contains is unique`,
        line: 'x-db-settings: { unique: true }, next to the property of which no two items can have the same value',
      }
    const unset = answers === 'contract' ? this.#neverSet(method) : []
    if (unset.length > 0)
      return {
        message: `creates items without ${listed(unset.map((name) => `"${name}"`))}, which responses show and no request, default or handler sets`,
        line: `x-db-settings: { default: … }, next to the property, unless code of yours sets it`,
      }
    // Custom methods such as `/books/{book}:publish` are always functions.
    if (answers !== 'own' || method.isAction || /\}:[^/]*$/.test(path)) return null
    const returned = this.#stored.ofMethod(method)
    const stored = returned === null ? null : componentModel(returned)
    if (stored !== null && this.#models.has(stored)) {
      if (method.verb !== 'get' && this.#isItem(path)) return null
      // It usually logs in or registers the user, which only a function can do.
      if (method.verb === 'post' && stored === this.#users) return null
      const isList = resultsOf(method).some((use) => this.#stored.listIn(use) !== null)
      const [, parameter] = /(\{[^{}]*\})\/?$/.exec(path) ?? []
      if (method.verb === 'get' && isList && parameter !== undefined)
        return {
          message: `returns a list, and nothing says which items of ${stored} "${parameter}" selects`,
          line: `x-scope: …, next to "${parameter}", if it is the value of a property`,
        }
      return lackOf(method, path, stored, { isSelected: this.#isSelected(path, stored), isList })
    }
    const [component = null] = [
      { ...method, bodies: [] },
      ...methods.filter(({ verb }) => verb === 'get'),
      method,
    ].flatMap((each) => this.#objects.ofMethod(each) ?? [])
    if (component === null || this.#models.has(componentModel(component))) return null
    const schema = this.#schemas.get(component)
    const general = schema === undefined ? null : this.#stored.ofKind(schema)
    if (general !== null)
      return {
        message: `concerns only ${component}, one of the kinds of ${general}`,
        line: `an operation on ${general} with a filter, beside it`,
      }
    const whole = this.#wholeOf(component, path)
    if (whole === null && (this.#isOfStored(component) || this.#isResult(component, path, methods)))
      return null
    if (whole === null)
      return { message: `${component} is not stored`, line: `x-stored: true, in ${component}` }
    if (this.#models.has(componentModel(whole))) return null
    return {
      message: `${whole}, of which ${component} is a part, is not stored`,
      line: `x-stored: true, in ${whole}`,
    }
  }

  /** Returns whether a component is only the result of an operation, such as the token that a login returns. */
  #isResult(component: string, path: string, methods: readonly Method[]): boolean {
    const isShown =
      methods.some(({ verb }) => verb === 'get') || this.#byPath.has(`${pathShape(stemOf(path))}/{}`)
    return !isShown && !this.#propertiesOf(component).some((name) => IDENTIFYING.test(name))
  }

  /**
   * Returns the component of the items at a path if a list of them contains only some of the properties, as a summary, or if the
   * GET of an item shows more than other operations on it.
   */
  #wholeOf(component: string, path: string): string | null {
    const own = pathShape(stemOf(path))
    const [above = ''] = /^.*\{\}(?=\/)/.exec(own) ?? []
    const isWhole = (each: string): boolean => each !== component && this.#hasAllOf(each, component)
    const listed = this.#shownAt(`${own}/{}`).find(isWhole)
    const extended = [own, above].flatMap((place) => this.#shownAt(place))
    const named = [...this.#schemas.keys()].find(
      (each) => looseKey(component).startsWith(looseKey(each)) && isWhole(each),
    )
    return listed ?? extended.find((each) => isWhole(each) && this.#extends(each, component)) ?? named ?? null
  }

  /** Returns the components that the GET of an item shows. */
  #shownAt(path: string): readonly string[] {
    return (this.#byPath.get(path) ?? [])
      .flatMap(({ methods }) => methods.filter(({ verb }) => verb === 'get'))
      .flatMap((method) => this.#objects.ofMethod(method) ?? [])
  }

  /** Returns whether a component contains another one in `allOf`. */
  #extends(whole: string, part: string): boolean {
    const schema = this.#find(whole) ?? null
    return isJsonObject(schema) && objectSchema(schema, this.#find)?.names.has(part) === true
  }

  #hasAllOf(whole: string, part: string): boolean {
    const names = this.#propertiesOf(whole)
    return this.#propertiesOf(part).every((name) => names.includes(name))
  }

  /** Returns whether a component is part of a stored one, as `ArticleSummary` is of Article. */
  #isOfStored(component: string): boolean {
    const part = looseKey(component)
    return [...this.#schemas.keys()].some((name) => {
      const whole = looseKey(name)
      const isStored = name !== component && this.#models.has(componentModel(name))
      return isStored && (whole.startsWith(part) || part.startsWith(whole)) && this.#hasAllOf(name, component)
    })
  }

  #propertiesOf(component: string): readonly string[] {
    const root = this.#schemas.get(component)?.source.parse(new Collector()) ?? null
    return root === null ? [] : [...propertySchemas(root, root).keys()]
  }

  /** Returns whether an operation shows the only item at its path, and no operation creates such items. */
  #isNeverThere({ verb, verbAt }: Method): boolean {
    const isOnly = ({ kind, contract }: SpannedRoute): boolean =>
      kind === 'singular' || Object.values(contract?.fixedKey ?? {}).some((key) => key !== CALLER_KEY)
    const only = this.#routes.find((route) => route.at === verbAt && isOnly(route))
    const creates = ({ action, model, contract }: SpannedRoute): boolean =>
      model === only?.model && (action === 'create' || contract?.created !== undefined)
    return only !== undefined && verb === 'get' && !this.#routes.some(creates)
  }

  /**
   * Returns a relation that each request must set to an existing item, or that requests contain as documents, although no
   * operation stores such items.
   */
  #neededBy({ verbAt }: Method):
    | (Pick<Model['relations'][number], 'name' | 'target'> & {
        readonly isDemanded: boolean
        readonly isDocument: boolean
      })
    | undefined {
    const route = this.#routes.find(({ at }) => at === verbAt)
    const { demanded = [], keys = {} } = route?.contract ?? {}
    const relations = this.#models.get(route?.model ?? '')?.relations ?? []
    const [found] = relations.flatMap(({ name, target }) => {
      const [isDemanded, isDocument] = [demanded.includes(name), Object.hasOwn(keys, name)]
      const isNeeded = (isDemanded || isDocument) && !this.#isCreated(target)
      return isNeeded ? [{ name, target, isDemanded, isDocument }] : []
    })
    return found
  }

  /** Returns a text that a request contains and whose pattern is that of the paths of stored items, as in `^authors/[^/]+$`. */
  #nameIn({ verbAt }: Method): { readonly field: string; readonly target: string } | undefined {
    const route = this.#routes.find(({ at }) => at === verbAt)
    const fields = this.#models.get(route?.model ?? '')?.fields ?? []
    for (const { name, json } of fields.filter((field) => route?.contract?.written?.includes(field.name))) {
      const [, segment] = /^\^\/?([\w-]+)\//.exec(String(effectiveSchema(json)['pattern'])) ?? []
      const item = segment === undefined ? undefined : this.#byPath.get(`/${segment}/{}`)
      const methods = item?.flatMap((each) => each.methods) ?? []
      const shown = this.#routes.find(({ at }) => methods.some((each) => each.verbAt === at))
      if (shown !== undefined && shown.kind === 'item') return { field: name, target: shown.model }
    }
    return undefined
  }

  /**
   * Returns the properties that responses show and that nothing ever sets, for the operation that creates the items. A
   * function on the items could set optional ones.
   */
  #neverSet({ verbAt }: Method): readonly string[] {
    const route = this.#routes.find(({ at, action }) => at === verbAt && action === 'create')
    const model = this.#models.get(route?.model ?? '')
    if (model === undefined || model.id === this.#users || this.#handled.has(model.id)) return []
    const required = this.#unset.get(model.id) ?? []
    if (this.#changed.has(model.id)) return required
    const routes = this.#routes.filter((each) => each.model === model.id)
    const isSet = (name: string): boolean =>
      routes.some(
        ({ action, contract, scope = [] }) =>
          (contract === undefined && !READING.has(action)) ||
          (contract?.written?.includes(name) === true && writeRuleOf(model, name)?.readOnly !== true) ||
          scope.some(({ field }) => field === name),
      )
    const isShown = (name: string): boolean =>
      routes.some(({ contract }) => membersIn(contract?.body).has(name))
    const unset = model.fields
      .filter(
        ({ name, stored, type, constraints, default: initial, onUpdate, processors }) =>
          stored &&
          name !== model.key &&
          type !== 'foreign_key' &&
          !constraints.required &&
          initial === null &&
          onUpdate === null &&
          processors.length === 0 &&
          isShown(name) &&
          !isSet(name),
      )
      .map(({ name }) => name)
    return [...new Set([...required, ...unset])]
  }

  /** Returns whether an operation creates items of a model, or a POST that is a function might. Users register. */
  #isCreated(model: string): boolean {
    const methods = [...this.#byPath.values()].flat().flatMap(({ methods }) => methods)
    const isOf = (component: string | null): boolean =>
      component !== null && componentModel(component) === model
    return (
      model === this.#users ||
      this.#routes.some((route) => route.model === model && route.contract?.created !== undefined) ||
      methods.some((method) => method.verb === 'post' && isOf(this.#stored.ofMethod(method)))
    )
  }

  /** Returns the model of which a request creates items if it declares a 409 for duplicates, of which there can be none. */
  #neverConflictsWith({ verbAt }: Method): string | undefined {
    const route = this.#routes.find(({ at, action }) => at === verbAt && action === 'create')
    const model = this.#models.get(route?.model ?? '')
    const written = route?.contract?.written ?? []
    if (route === undefined || model === undefined || this.#handled.has(model.id)) return undefined
    const declares = route.contract?.operation.responses.some(({ status }) => status === 409) === true
    const isUnique =
      (written.includes(model.key) && writeRuleOf(model, model.key)?.readOnly !== true) ||
      model.fields.some(({ name, constraints }) => name !== model.key && constraints.unique) ||
      model.groups?.some(({ unique }) => unique) === true ||
      // A related item can have only one.
      model.relations.some(({ side, target, relation }) =>
        this.#models
          .get(target)
          ?.relations.some(
            (end) => side === 'holder' && end.relation === relation && !end.many && end.side === 'one',
          ),
      )
    return declares && !isUnique ? model.id : undefined
  }

  /**
   * Returns the members of an item that a PUT removes if a request leaves them out, although each operation that creates such
   * items requires them. Without a PATCH beside it, such a PUT is often meant to change only what a request contains.
   */
  #removedBy(method: Method, methods: readonly Method[]): readonly string[] {
    const route = this.#routes.find(({ at, action }) => at === method.verbAt && action === 'replace')
    if (route === undefined || methods.some(({ verb }) => verb === 'patch')) return []
    const creating = this.#routes.filter(({ action, model }) => action === 'create' && model === route.model)
    const required = creating.map((each) => this.#bodyOf(each)?.required ?? new Set())
    const body = this.#bodyOf(route)
    const fields = this.#models.get(route.model)?.fields ?? []
    // Others are rejected, with a warning of their own.
    const isRemoved = (name: string): boolean =>
      body?.required.has(name) === false &&
      fields.some((field) => field.name === name && field.stored && !field.constraints.required)
    return required.length === 0
      ? []
      : [...(body?.properties.keys() ?? [])].filter(
          (name) => isRemoved(name) && required.every((names) => names.has(name)),
        )
  }

  #bodyOf({ contract }: SpannedRoute): ObjectSchema | null {
    const schema = contract?.operation.bodies[0]?.schema ?? null
    return schema === null ? null : objectSchema(schema, this.#find)
  }

  /** Returns whether a path ends below that of an item, as in `/stories/{id}/publish`. */
  #isItem(path: string): boolean {
    const stem = stemOf(path)
    const above = pathShape(stem.slice(0, stem.lastIndexOf('/')))
    return this.#routes.some((route) => route.kind === 'item' && pathShape(stemOf(route.path)) === above)
  }

  /** Returns whether operations on items of a model below the last parameter of a path above its end are served. */
  #isSelected(path: string, model: string): boolean {
    const above = pathShape(path.slice(0, path.slice(0, path.lastIndexOf('/')).lastIndexOf('}') + 1))
    return this.#routes.some(
      (route) => route.model === model && pathShape(route.path).startsWith(`${above}/`),
    )
  }
}

function withNested(resource: Resource): readonly Resource[] {
  return [resource, ...resource.resources.flatMap(withNested)]
}

function isObject({ source }: NamedSchema): boolean {
  const root = source.parse(new Collector())
  return root !== null && propertySchemas(root, root).size > 0 && !source.isMixin()
}

/** Names of members that contain the items of an envelope, whatever these are. */
const CONTENTS: ReadonlySet<string> = new Set(
  'content data elements entries entity items item list members payload records resource resources result results rows value values'.split(
    ' ',
  ),
)

/** Names of properties that identify an item. */
const KEYS: ReadonlySet<string> = new Set(['id', 'uuid', 'key'])

/** Returns whether a component contains items of another one, and describes a response more than an item of its own. */
function isEnvelope({ name: own, source }: NamedSchema, objects: StoredNames): boolean {
  const root = source.parse(new Collector())
  const properties = root === null ? new Map<string, readonly Node[]>() : propertySchemas(root, root)
  const isKey = (name: string): boolean => KEYS.has(looseKey(name)) || looseKey(name) === looseKey(`${own}Id`)
  if (root === null || [...properties.keys()].some(isKey)) return false
  return [...properties].some(([name, schemas]) =>
    schemas.some((schema) => {
      const elements = itemsOf(schema, root)
      const isWrapping = elements.some((element) =>
        inElements(element, root).some((each) => storedName(each, root, objects) !== null),
      )
      if (isWrapping) return true
      const [component] = [schema, ...elements].flatMap((each) => storedName(each, root, objects) ?? [])
      if (component === undefined) return false
      const isOnly = properties.size === 1
      return isOnly || CONTENTS.has(looseKey(name)) || looseKey(singularOf(name)) === looseKey(component)
    }),
  )
}
