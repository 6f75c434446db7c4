import {
  isOrderedObject,
  type Json,
  orderedJson,
  type OrderedJson,
  type OrderedObject,
  orderedObject,
  OTHER_RESPONSES,
  type Service,
  isObject,
} from '../../../ir/index.js'
import { UniqueNames } from '../../../naming/unique.js'
import { type Components, usedComponents } from '../components.js'
import { authTag } from '../operations/auth-paths.js'
import { securitySchemes } from '../security.js'
import { withoutRules, withoutSecrets } from './access-keys.js'
import { type Additions, additionsTo, MARK } from './additions.js'
import { AuthorsDocument, listAt, objectAt } from './author.js'
import { type Generated, generatedFor } from './generated.js'
import { type JsonObject, listOf, objectOf } from '../../../ir/json.js'

/**
 * Returns the document of a service whose input is an OpenAPI document: the author's, with the operations, schemas and
 * statuses that the service has besides. What is added is marked, so that the document can be the input again.
 */
export function servedDocument(service: Service, document: OrderedObject): OrderedJson {
  const author = new AuthorsDocument(document)
  const generated = generatedFor(service, author)
  const operations = addedOperations(generated, author)
  const parts = additionsIn(service, generated, author)
  const used = usedComponents(generated.components, [operations, parts])
  const components = withComponents(author, { ...used, securitySchemes: schemesFor(operations, service) })
  const served = new Map([
    ...inserted(
      inserted(document, 'servers', [orderedJson(serverOf(service))], 'info'),
      'tags',
      [...listAt(document, 'tags'), ...tagsFor(operations, author, service)],
      'servers',
    ),
    ['paths', withOperations(withParts(author, parts), operations)] as const,
    ...(components.size === 0 ? [] : [['components', components] as const]),
  ])
  const shown = withoutSecrets(served)
  return service.describesAccess === true ? shown : withoutRules(shown)
}

function serverOf({ basePath }: Service): JsonObject {
  return { url: basePath === '' ? '/' : basePath }
}

/** Returns an object with a list, which is after another key if it is new. Leaves out an empty list. */
function inserted(
  object: OrderedObject,
  key: string,
  list: readonly OrderedJson[],
  after: string,
): OrderedObject {
  if (list.length === 0) return object
  if (object.has(key)) return new Map([...object, [key, list]])
  return new Map([...object].flatMap((entry) => (entry[0] === after ? [entry, [key, list]] : [entry])))
}

/** An operation of the service that is not in the document. */
type Added = Pick<GeneratedOperation, 'path' | 'verb' | 'operation'>

/** Returns the operations of the service that are not in the document. */
function addedOperations({ paths }: Generated, author: AuthorsDocument): readonly Added[] {
  const ids = new UniqueNames({ taken: author.operationIds })
  return operationsIn(paths).flatMap(({ path, verb, operation, shared }) => {
    const written = author.pathLike(path) ?? path
    if (author.operation(written, verb) !== undefined) return []
    const parameters = [...shared, ...listOf(operation['parameters'])]
    const added = {
      ...operation,
      operationId: ids.take(String(operation['operationId'])),
      ...(parameters.length === 0 ? {} : { parameters }),
      ...MARK,
    }
    return [{ path: written, verb, operation: added }]
  })
}

type Part = {
  readonly path: string
  readonly verb: string
  readonly additions: Additions
  /** Where the operation is. */
  readonly servers: readonly Json[]
}

/** Returns what the service adds to the operations of the document. */
function additionsIn(
  service: Service,
  { paths, components }: Generated,
  author: AuthorsDocument,
): readonly Part[] {
  const ownRoutes = new Set(
    service.routes
      .filter(({ contract }) => contract === undefined)
      .map(({ method, path }) => `${method.toLowerCase()} ${path}`),
  )
  return operationsIn(paths).flatMap(({ path, verb, operation: generated }) => {
    const written = author.pathLike(path) ?? path
    const operation = author.operation(written, verb)
    if (operation === undefined) return []
    const declared = { item: author.pathItem(written), operation }
    const isOwnForm = ownRoutes.has(`${verb} ${path}`)
    const additions = additionsTo(declared, generated, { components, author, isOwnForm })
    const { servers: elsewhere } = generated
    const servers = elsewhere === undefined ? [serverOf(service)] : listOf(elsewhere)
    return [{ path: written, verb, additions, servers }]
  })
}

interface GeneratedOperation {
  readonly path: string
  readonly verb: string
  readonly operation: JsonObject
  /** The parameters of the path. */
  readonly shared: readonly Json[]
}

function operationsIn(paths: Components): readonly GeneratedOperation[] {
  return Object.entries(paths).flatMap(([path, { parameters, ...verbs }]) =>
    Object.entries(verbs).flatMap(([verb, operation]) =>
      isObject(operation) ? [{ path, verb, operation, shared: listOf(parameters) }] : [],
    ),
  )
}

function withParts(author: AuthorsDocument, parts: readonly Part[]): OrderedObject {
  const paths = new Map(objectAt(author.root, 'paths'))
  for (const { path, verb, additions, servers } of parts) {
    const item = new Map(objectAt(paths, path))
    const operation = new Map(withAdditions(objectAt(item, verb), additions, author))
    const owner = [operation, item].find((each) => each.has('servers'))
    owner?.set('servers', servers.map(orderedJson))
    paths.set(path, item.set(verb, operation))
  }
  return paths
}

function withAdditions(
  operation: OrderedObject,
  { parameters, requestBody, content, responses: all, others }: Additions,
  author: AuthorsDocument,
): OrderedObject {
  const changed = new Map(operation)
  if (parameters.length > 0)
    changed.set('parameters', [...listAt(operation, 'parameters'), ...parameters.map(orderedJson)])
  if (Object.keys(requestBody).length > 0) changed.set('requestBody', orderedJson(requestBody))
  const responses = new Map([...objectAt(operation, 'responses'), ...orderedObject(all)])
  for (const [key, media] of Object.entries(content)) {
    const response = author.resolved(responses.get(key))
    if (!isOrderedObject(response) || response.has('content')) continue
    const added = Object.entries(media).map(([type, each]) => [type, { ...objectOf(each), ...MARK }] as const)
    if (added.length > 0)
      responses.set(key, new Map([...response, ['content', orderedObject(Object.fromEntries(added))]]))
  }
  if (responses.size > 0) changed.set('responses', responses)
  if (Object.keys(others).length > 0) changed.set(OTHER_RESPONSES, orderedJson(others))
  return changed
}

function withOperations(paths: OrderedObject, operations: readonly Added[]): OrderedObject {
  const all = new Map(paths)
  for (const { path, verb, operation } of operations)
    all.set(path, new Map([...objectAt(all, path), [verb, orderedJson(operation)]]))
  return all
}

/** Returns the components of the document, and those that are added. */
function withComponents(author: AuthorsDocument, added: Components): OrderedObject {
  const all = new Map(objectAt(author.root, 'components'))
  for (const [section, named] of Object.entries(added)) {
    const declared = objectAt(all, section)
    const free = Object.entries(named)
      .filter(([name]) => !declared.has(name))
      .map(([name, component]) => [name, orderedJson({ ...objectOf(component), ...MARK })] as const)
    if (free.length > 0) all.set(section, new Map([...declared, ...free]))
  }
  return all
}

function tagsFor(
  operations: readonly Added[],
  author: AuthorsDocument,
  service: Service,
): readonly OrderedJson[] {
  const tag = authTag(service)
  const isKnown = listAt(author.root, 'tags').some(
    (each) => isOrderedObject(each) && each.get('name') === tag['name'],
  )
  const isUsed = operations.some(({ operation: { tags } }) => listOf(tags).includes(tag['name'] ?? null))
  return isUsed && !isKnown ? [orderedJson({ ...tag, ...MARK })] : []
}

/** Returns the security schemes that operations use. */
function schemesFor(operations: readonly Added[], service: Service): JsonObject {
  const used = new Set(
    operations.flatMap(({ operation: { security } }) =>
      listOf(security)
        .filter(isObject)
        .flatMap((each) => Object.keys(each)),
    ),
  )
  return used.size === 0
    ? {}
    : Object.fromEntries(Object.entries(securitySchemes(service)).filter(([name]) => used.has(name)))
}
