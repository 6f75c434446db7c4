import { Collector } from '../diagnostics/collector.js'
import { type FeatureName, featuresOf } from '../features.js'
import {
  CALLER_KEY,
  type CustomAction,
  isOrderedObject,
  type Engine,
  type FieldType,
  IR_VERSION,
  type JsonSchema,
  type Model,
  type OrderedObject,
  type Relation,
  type Route,
  type Service,
  type Shape,
} from '../ir/index.js'
import { repeatedSchemas } from '../ir/repeated-schemas.js'
import { nameModels } from '../naming/model-names.js'
import { compareText } from '../naming/order.js'
import { packageName } from '../naming/package-name.js'
import type { Api, Resource } from '../api/api.js'
import type { ModelSchema } from '../schema/index.js'
import type { Span } from '../source/span.js'
import type { Groups } from './security/acl-rules.js'
import { aclsOf } from './security/acls.js'
import { type AuthModel, authModelOf, fieldOf } from './security/auth-model.js'
import { withoutAnonymous } from './security/callers-only.js'
import { authOf } from './security/auth.js'
import { reportChosenValues } from './security/chosen-values.js'
import { reportRulesWithoutCallers } from './security/rules-without-callers.js'
import { type Declarations, declarationsOf } from './models/declarations.js'
import { groupedBy, writeRuleOf } from '../ir/lookup.js'
import { endsOf } from './models/ends.js'
import {
  changeHandlers,
  createsItem,
  eventsOf,
  type EventSource,
  handlersOf,
  reportIdleTags,
  routeHandlers,
} from './handlers/events.js'
import { reportBypassedHandlers, reportBypassingLinks } from './handlers/bypassed-handlers.js'
import { handlersIn } from './handlers/handlers.js'
import type { ItemParameter, KeyUses } from './models/inferred-key.js'
import { withSettable } from './models/settable.js'
import { type Key, keyOf } from './models/key.js'
import {
  createdProperties,
  demandedProperties,
  isCreating,
  isCreatingPut,
  updatedProperties,
} from './models/recognized.js'
import { modelsOf } from './models/models.js'
import { reportIdleComponents } from './routes/idle-components.js'
import { type OperationReport, operationReports } from './routes/operation-reports.js'
import { reportOwnPaths } from './routes/own-paths.js'
import { namesBelow, type PathNode, pathTree, spanOfNode } from './resources/path-tree.js'
import { itemNodes, keyNamedAt } from './resources/scopes.js'
import { reportPlainSchemas } from './models/not-stored.js'
import { failedLinks } from './relations/links.js'
import { withLinkModels } from './relations/link-models.js'
import { relationsOf } from './relations/relations.js'
import { type SpannedAction } from './actions/custom-action.js'
import { scopeTo } from './routes/route-targets.js'
import { routingOf } from './routes/routes.js'
import type { Nesting, SpannedRoute } from './routes/source.js'
import { withRowRules } from './security/row-rules.js'
import { reportHiddenLookups } from './security/hidden-lookups.js'
import { reportHiddenRelated } from './security/hidden-related.js'
import { reportUnruledOperations } from './security/unruled-operations.js'
import { reportUnseenItems, reportUnseenNewItems } from './security/unseen-items.js'
import { reportIdleAccessKeys } from './security/idle-access-keys.js'
import { withWriteRules } from './security/write-rules.js'

export type { OperationReport }

export interface Analysis {
  readonly service: Service
  /** Secrets found in the RAML file, keyed by their name in `service.ini`. The IR never contains them. */
  readonly secrets: ReadonlyMap<string, string>
  /** The locations of models and their fields in the schemas, keyed by `Story` and `Story.title`. */
  readonly spans: ReadonlyMap<string, Span>
  /** The OpenAPI document that is the input. Null for RAML. */
  readonly document: OrderedObject | null
}

/** The settings in `service.ini` that affect the database or `openapi.json`. */
export interface ServiceSettings {
  readonly databaseAcls: boolean
  readonly describesAccess: boolean
}

export interface AnalyzeOptions {
  readonly engine: Engine
  /** The optional parts that the project lists; by default none. */
  readonly features?: readonly FeatureName[]
  readonly settings?: ServiceSettings | undefined
  readonly collector: Collector
  /** Called with how each operation is answered, also if there are errors. */
  readonly onOperations?: ((operations: readonly OperationReport[]) => void) | undefined
}

/**
 * Builds the IR for a RAML document: models, relations, routes, access rules and handlers. Reports all problems to the
 * collector.
 * @returns null if there are errors
 */
export function analyze(api: Api, options: AnalyzeOptions): Analysis | null {
  const { engine, features = [], settings, collector, onOperations } = options
  const { basePath } = api
  const tree = pathTree(api)
  const declarations = declarationsOf(api, tree, collector)
  const declared = new Map([...declarations.models].map(([model, { schema }]) => [model, schema]))
  const uses = keyUsesOf(declarations, api)
  const knownKey = (model: string, schema: ModelSchema): Key =>
    keyOf(model, schema, uses.get(model) ?? UNUSED, engine, new Collector())
  const typeOfKey = (model: string, schema: ModelSchema): FieldType => knownKey(model, schema).type
  const authModel = authModelOf(api, declared, typeOfKey, collector)
  const { schemas, made } = withLinkModels(
    authModel === null ? declared : new Map([...declared, [authModel.model, authModel.schema]]),
    declarations.unread,
  )
  const keyNameOf = (model: string): string => {
    const schema = schemas.get(model)
    return schema === undefined ? 'id' : knownKey(model, schema).name
  }
  const linked = new Map(
    [...schemas]
      .sort(([a], [b]) => compareText(a, b))
      .map(([model, schema]) => {
        const used = uses.get(model) ?? UNUSED
        const key = keyOf(model, schema, used, engine, collector)
        return [
          model,
          { schema: withSettable(model, schema, key.name, used, keyNameOf, collector), key },
        ] as const
      }),
  )
  const relations = relationsOf({
    models: linked,
    unread: declarations.unread,
    engine,
    makesKeys: api.components !== null,
    made,
    collector,
  })
  const failed = failedLinks(linked, relations)
  const { unread } = declarations
  const groups = groupsOf(authModel)
  const hasUsers = authModel !== null
  const all = modelsOf({
    models: linked,
    relations: endsOf(relations),
    made,
    failed,
    unread,
    engine,
    collector,
  }).map((model) =>
    withWriteRules(model, { schemas, relations, failed, unread, hasUsers, ...groups, collector }),
  )
  const users = authModel?.model ?? null
  const { routes, actions, nesting, shown, documents, listFilters, errorBodies, lacks } = routingOf({
    api,
    tree,
    declarations,
    models: all,
    relations,
    failed,
    users,
    collector,
  })
  // Nothing says that a component with the name of the users' own model is stored.
  const stored = all.filter(({ id }) => declared.has(id))
  const handled = new Set(
    [...linked].flatMap(([model, { schema }]) => (schema.eventHandlers.length > 0 ? [model] : [])),
  )
  const neverSet = new Map([...linked].map(([model, { schema }]) => [model, schema.neverSet]))
  onOperations?.(operationReports({ api, routes, actions, models: stored, handled, neverSet, users, lacks }))
  const routed = new Set([
    ...routes.map(({ model }) => model),
    ...actions
      .flatMap(({ item }) => (item === null ? [] : [item, ...item.parents]))
      .map(({ model }) => model),
  ])
  const unruled = withContracts(all, routes, nesting, documents).filter(
    (model) => !model.plain || isUsed(model, routed, authModel),
  )
  const { models, functions } = withRowRules({
    models: unruled,
    relations,
    schemas: declared,
    authModel,
    routes,
    ...groups,
    engine,
    collector,
  })
  const ids = new Set(models.map(({ id }) => id))
  if (declarations.unread.size === 0 && !collector.hasErrors)
    reportIdleAccessKeys(api, [...schemas.values()], collector)
  if (api.components !== null && !collector.hasErrors)
    reportIdleComponents({ resources: api.resources, models, relations, schemas, routed, collector })
  reportPlainSchemas(declarations.models.values(), models, collector)
  const used = new Map([...schemas].filter(([id]) => ids.has(id)))
  const events = eventsOf(used, authModel?.model ?? null, collector)
  reportBypassedHandlers(events, routes, authModel?.model ?? null, collector)
  reportBypassingLinks({ events, routes, models, relations, schemas: used, collector })
  reportIdleTags(events, routes, authModel?.model ?? null, collector)
  const secrets = new Map<string, string>()
  const auth = authOf({ api, authModel, models, routes, actions, events, secrets, collector })
  reportOwnPaths({ basePath, auth, routes, actions, collector })
  const ruled = new Set(models.filter(({ rowRules }) => rowRules !== undefined).map(({ id }) => id))
  const guarded = [...routes, ...actions]
  const declaredAcls = aclsOf({ api, routes: guarded, events, ...groups, ruled, collector })
  const { acls, idOf } = withoutAnonymous(declaredAcls, guarded)
  const handlers = handlersIn({
    api,
    schemas: used,
    relations,
    events,
    acls: declaredAcls,
    rowFunctions: functions,
    listFilters,
    errorBodies,
    collector,
  })
  reportUnboundedSchemas(api, collector)
  if (auth?.enabledByDefault === false)
    reportRulesWithoutCallers({ api, models, routes: guarded, schemas: used, collector })
  if (collector.hasErrors) return null
  const secured = routes.map((route) => ({ ...route, acl: idOf(route) }))
  const unseen = { models, routes: secured, acls, schemas: used, collector }
  reportUnseenItems(unseen)
  reportUnseenNewItems(unseen)
  const changes = changeHandlers(events)
  const service: Omit<Service, 'features'> = {
    irVersion: IR_VERSION,
    name: packageName(api.title),
    title: api.title,
    description: api.description,
    version: api.version,
    basePath,
    engine,
    auth: auth !== null && settings?.databaseAcls === true ? { ...auth, databaseAcls: true } : auth,
    models: withFreeTypes(models, all, api),
    relations: withShownLists(relations, models, shown),
    routes: secured.map((route) => routeNode(route, events)),
    actions: actions.map((action) => ({ ...actionNode(action), acl: idOf(action) })),
    ...(api.components === null ? {} : { schemas: sortedObjectOf(api.components.used) }),
    ...requiredByUse(api, routes),
    ...webhooksOf(api),
    acls,
    handlers,
    ...(Object.keys(changes).length > 0 ? { changes } : {}),
  }
  reportChosenValues(service, used, collector)
  const complete = { ...service, features: featuresOf(service, features) }
  reportUnruledOperations(complete, [...secured, ...actions], collector)
  reportHiddenRelated(complete, secured, collector)
  reportHiddenLookups(complete, secured, collector)
  return {
    service: {
      ...complete,
      ...(api.components !== null && settings?.describesAccess === true ? { describesAccess: true } : {}),
    },
    secrets,
    spans: spansIn(used),
    document: api.document,
  }
}

/** Returns which properties requests and responses require: operations on stored items do not require what the service makes. */
function requiredByUse(
  { requiredByUse: given }: Api,
  routes: readonly SpannedRoute[],
): Pick<Service, 'requiredByUse'> {
  if (given === null) return {}
  const isServed = routes.some(({ contract }) => contract !== undefined)
  return { requiredByUse: given === 'responses' && isServed ? 'served' : given }
}

function webhooksOf({ document }: Api): Pick<Service, 'webhooks'> {
  const webhooks = document?.get('webhooks')
  return isOrderedObject(webhooks) && webhooks.size > 0 ? { webhooks: [...webhooks.keys()] } : {}
}

/**
 * Returns the models as the contracts of their routes need them: their documents contain those of related items, and their
 * bodies can have members that only handlers see.
 */
function withContracts(
  models: readonly Model[],
  routes: readonly SpannedRoute[],
  nesting: Nesting,
  documents: ReadonlyMap<string, Shape>,
): readonly Model[] {
  const open = new Set(
    routes.filter(({ contract }) => contract?.takesOthers === true).map(({ model }) => model),
  )
  return models.map((model) => {
    const added = nesting.get(model.id)
    const document = documents.get(model.id)
    const names = [...new Set([...model.nested.names, ...(added?.names ?? [])])].toSorted(compareText)
    return {
      ...model,
      ...(document && { document }),
      ...(added === undefined ? {} : { nested: { names, depth: Math.max(model.nested.depth, added.depth) } }),
      ...(open.has(model.id)
        ? { additionalProperties: true, schema: { ...model.schema, additionalProperties: true } }
        : {}),
    }
  })
}

/**
 * Returns the relations with the lists that svcgen has made for the other end of a relation, and that responses show
 * although their component does not declare them, such as the lessons of a second version of a course.
 */
function withShownLists(
  relations: readonly Relation[],
  models: readonly Model[],
  shown: ReadonlyMap<string, ReadonlySet<string>>,
): readonly Relation[] {
  return relations.map(({ listed, ...relation }) => {
    const owner = models.find(({ id }) => id === relation.from)
    const isMade = owner !== undefined && writeRuleOf(owner, relation.field)?.readOnly === true
    const isShown = isMade && shown.get(relation.from)?.has(relation.field) === true
    return listed === undefined || isShown ? relation : { ...relation, listed }
  })
}

/** Returns the models with types whose names differ from those of the components that have types of their own. */
function withFreeTypes(
  models: readonly Model[],
  all: readonly Model[],
  { components }: Api,
): readonly Model[] {
  if (components === null) return models
  const ids = all.map(({ id }) => id)
  const names = nameModels(ids, [...components.used.keys()])
  return models.map((model) => ({ ...model, names: names.get(model.id) ?? model.names }))
}

/** Warns about shared schemas for which the time of validation is not linear. */
function reportUnboundedSchemas({ components, schemas, titleAt }: Api, collector: Collector): void {
  if (components === null) return
  for (const name of repeatedSchemas(sortedObjectOf(components.used)).unbounded)
    collector.report('SVC3031', {
      message: `Validating a value of "${name}" can take time that is exponential in its depth`,
      at: schemas.get(name)?.nameAt ?? titleAt,
      help: 'Use "additionalProperties" in the alternatives instead of "unevaluatedProperties" beside them',
    })
}

function sortedObjectOf(schemas: ReadonlyMap<string, JsonSchema>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries([...schemas].toSorted(([a], [b]) => compareText(a, b)))
}

function spansIn(schemas: ReadonlyMap<string, ModelSchema>): ReadonlyMap<string, Span> {
  return new Map(
    [...schemas].flatMap(([model, { at, properties }]) => [
      [model, at] as const,
      ...properties.map(({ name, nameAt }) => [`${model}.${name}`, nameAt] as const),
    ]),
  )
}

function actionNode({ at: _at, resourceAt: _resourceAt, ...action }: SpannedAction): CustomAction {
  return action
}

function routeNode(route: SpannedRoute, events: EventSource): Route {
  const { at: _at, resourceAt: _resourceAt, ...node } = route
  return {
    ...node,
    handlers: routeHandlers(route, events),
    ...(createsItem(route) ? { createHandlers: handlersOf(route.model, 'create', events) } : {}),
  }
}

function isUsed({ id, relations }: Model, routed: ReadonlySet<string>, authModel: AuthModel | null): boolean {
  return relations.length > 0 || id === authModel?.model || routed.has(id)
}

const UNUSED: KeyUses = {
  parameters: [],
  isCreatable: false,
  isFixed: false,
  created: new Set(),
  demanded: new Set(),
  updated: new Set(),
  above: new Set(),
  within: new Set(),
}

/** Returns how the operations at each model's collections use keys. */
function keyUsesOf(
  { named, lists, modelOf }: Declarations,
  { resources }: Api,
): ReadonlyMap<string, KeyUses> {
  const fixed = new Set(fixedModels(resources, modelOf))
  const alone = [...fixed].map((model): [string, KeyUses] => [model, { ...UNUSED, isFixed: true }])
  const collections = groupedBy(named, ([, model]) => model)
  return new Map([
    ...alone,
    ...[...collections].map(([model, nodes]) => {
      const parents = nodes
        .filter(([node]) => createdProperties(node).length > 0)
        .map(([{ parent }]) => new Set([(parent?.parent && named.get(parent.parent)) ?? []].flat()))
      const uses = {
        parameters: nodes.flatMap(([node]) => parametersBelow(node, { lists, modelOf })),
        isCreatable: nodes.some(([node]) => isCreating(node)),
        isFixed: fixed.has(model),
        created: new Set(
          nodes.flatMap(([node]) => {
            const names = createdProperties(node)
            return names.length === 0 ? [] : [...names, ...setByPath(node)]
          }),
        ),
        demanded: commonTo(
          nodes.flatMap(([node]) =>
            demandedProperties(node).map((names) => new Set([...names, ...setByPath(node)])),
          ),
        ),
        updated: new Set(nodes.flatMap(([node]) => updatedProperties(node))),
        above: new Set(parents.flatMap((each) => [...each])),
        within: commonTo(parents),
      }
      return [model, uses] as const
    }),
  ])
}

/** Returns the models with operations that have the key of their item (`x-item`). */
function fixedModels(resources: readonly Resource[], modelOf: Declarations['modelOf']): readonly string[] {
  return resources.flatMap(({ methods, resources: below }) => [
    ...(methods.some(({ item }) => item !== null && item !== CALLER_KEY)
      ? methods.flatMap((method) => modelOf(method) ?? [])
      : []),
    ...fixedModels(below, modelOf),
  ])
}

/** Returns the properties of new items that the path of their collection sets. */
function setByPath(node: PathNode): readonly string[] {
  return scopeTo(node).map(({ field }) => field)
}

function commonTo([first, ...others]: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set([...(first ?? [])].filter((name) => others.every((names) => names.has(name))))
}

function parametersBelow(
  node: PathNode,
  { lists, modelOf }: Pick<Declarations, 'lists' | 'modelOf'>,
): readonly ItemParameter[] {
  const { segment } = node
  const collection = segment?.kind === 'static' ? segment.text : ''
  return itemNodes(node).flatMap(([item, name]) => {
    const { resources } = item
    const path = resources[0]?.absolutePath ?? item.path
    const hasMethods = resources.some(({ methods }) =>
      methods.some((method) => !method.isAction && !lists(method)),
    )
    const others = namesBelow(item, (method) => !method.isAction && modelOf(method) !== null).filter(
      (each) => each.name !== name,
    )
    return [
      {
        name,
        property: keyNamedAt(item),
        path,
        collection,
        at: spanOfNode(item),
        hasMethods,
        isCreated: resources.some(({ methods }) => methods.some(isCreatingPut)),
        isOther: false,
      },
      ...others.map((each) => ({
        ...each,
        property: keyNamedAt(item, each.name),
        collection,
        hasMethods: false,
        isCreated: false,
        isOther: true,
      })),
    ]
  })
}

function groupsOf(authModel: AuthModel | null): Groups {
  const field = authModel === null ? undefined : fieldOf(authModel.schema, 'groups', ['list'])
  const choices = field?.settings?.choices ?? null
  return {
    groups: new Set((choices ?? []).filter((choice) => typeof choice === 'string')),
    anyGroup: field !== undefined && choices === null,
  }
}
