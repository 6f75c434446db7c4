import type { Collector } from '../../diagnostics/collector.js'
import { looseKey } from '../../naming/loose-match.js'
import { componentModel, modelNameOf, typeName } from '../../naming/model-names.js'
import type { Api, Method, NamedSchema, Resource, SchemaSource } from '../../api/api.js'
import type { ModelSchema } from '../../schema/index.js'
import type { Span } from '../../source/span.js'
import { isAttribute, type Declaration, DeclaredModels } from './declared-models.js'
import { nodesBelow, type PathNode, spanOfNode } from '../resources/path-tree.js'
import { scopeOf } from '../resources/scopes.js'
import type { Reason } from './not-stored.js'
import { Recognition, resultsOf } from './recognized.js'
import { withScopeColumns } from './scope-columns.js'
import { storedComponents } from './stored-components.js'
import {
  reportDraft3Schemas,
  type BodySchema,
  type ReadSchema,
  SchemaReader,
  isSameJson,
} from './resource-schemas.js'

export interface Declarations {
  readonly models: ReadonlyMap<string, Declaration>
  /** The name of the model for each static path segment, whether or not the model is declared. */
  readonly named: ReadonlyMap<PathNode, string>
  /** Nodes that no model can serve, with the reason. The operations there and below are custom actions. */
  readonly skipped: ReadonlyMap<PathNode, Reason>
  /** Methods whose body is not stored although they might be at a model's path. Their operations are custom actions. */
  readonly unstored: ReadonlyMap<Method, Unstorable>
  /** Returns the model whose items an operation lists, returns or accepts, whatever its path is; null if there is none. */
  readonly modelOf: (method: Method) => string | null
  /** Returns whether an operation returns a list of the items of a model. */
  readonly lists: (method: Method) => boolean
  /** Names of models whose schema could not be read. Errors that follow from this are suppressed. */
  readonly unread: ReadonlySet<string>
}

/** Whether the schema of a body says `"_stored": false`, or is plain in an API in which other schemas are not. */
export interface Unstorable {
  readonly declared: boolean
  /** Whether the schema is only plain. In an OpenAPI document, it can still describe items of the model. */
  readonly isPlain: boolean
  /** Where the schema is used. */
  readonly at: Span
}

/** Returns the models that the schemas of resources declare, without schemas that cannot be stored. */
export function declarationsOf(api: Api, tree: PathNode, collector: Collector): Declarations {
  const components = storedComponents(api)
  reportEqualModels(components.values(), collector)
  const recognition = new Recognition(components)
  const reader = new SchemaReader(api, recognition.names, collector)
  const nodes = [tree, ...nodesBelow(tree)]
  const bodies = new Map(nodes.map((node) => [node, reader.ofResources(node.resources)]))
  const entries = reader.storedEntries()
  const isStored =
    api.components !== null ||
    entries.length > 0 ||
    [...bodies.values()].flat().some(({ schema }) => schema?.plain === false)
  const builder = new Builder({ api, reader, recognition, bodies, isStored, collector })
  for (const node of nodes) builder.visit(node)
  for (const entry of api.components === null ? entries : reader.ofComponents(components))
    builder.addEntry(entry)
  return builder.done()
}

/** Reports stored components whose models would have the name of another one. */
function reportEqualModels(components: Iterable<NamedSchema>, collector: Collector): void {
  const known = new Map<string, NamedSchema>()
  for (const component of components) {
    const { name, nameAt } = component
    const key = looseKey(componentModel(name))
    const other = known.get(key)
    if (other === undefined) known.set(key, component)
    else
      collector.report('SVC4007', {
        message: `The models of the components "${name}" and "${other.name}" cannot both be called ${componentModel(other.name)}`,
        at: nameAt,
        related: [{ message: 'Other component declared here', at: other.nameAt }],
        help: 'Rename one of them, or remove "x-stored" from one',
      })
  }
}

interface Source {
  readonly api: Api
  readonly reader: SchemaReader
  readonly recognition: Recognition
  readonly bodies: ReadonlyMap<PathNode, readonly BodySchema[]>
  /**
   * True for an OpenAPI document, and for a RAML file in which any schema has `_db_settings`. In this case, plain schemas
   * are not stored, and problems are errors rather than warnings.
   */
  readonly isStored: boolean
  readonly collector: Collector
}

class Builder {
  readonly #source: Source
  readonly #models = new DeclaredModels()
  readonly #named = new Map<PathNode, string>()
  readonly #skipped = new Map<PathNode, Reason>()
  readonly #unstored = new Map<Method, Unstorable>()
  readonly #unread = new Set<string>()
  readonly #older = new Set<Span>()
  #used: ReadonlySet<string> | undefined

  constructor(source: Source) {
    this.#source = source
  }

  done(): Declarations {
    reportDraft3Schemas([...this.#older], this.#source.collector)
    const { byName } = this.#models
    const unread = new Set([...this.#unread].filter((name) => !byName.has(name)))
    // In an OpenAPI document, a path such as /users does not make the default model of users a resource, and none whose
    // response is something else is one.
    const isServed = (node: PathNode, model: string): boolean =>
      byName.has(model) &&
      (this.#source.recognition.ofCollection(node) !== null ||
        !node.resources.some(({ methods }) => methods.some(declaresResult)))
    const named = this.#isOpenApi
      ? new Map([...this.#named].filter(([node, model]) => isServed(node, model)))
      : this.#named
    return {
      models: withScopeColumns(this.#models.inferred(this.#source.collector), named),
      named,
      lists: (method) =>
        method.verb === 'get' &&
        resultsOf(method).some((use) => this.#source.recognition.listIn(use) !== null),
      modelOf: (method) => {
        const component = this.#source.recognition.ofMethod(method)
        const model = component === null ? null : componentModel(component)
        return model === null || !byName.has(this.#models.nameOf(model)) ? null : this.#models.nameOf(model)
      },
      skipped: this.#skipped,
      unstored: this.#unstored,
      unread,
    }
  }

  get #isOpenApi(): boolean {
    return this.#source.api.components !== null
  }

  visit(node: PathNode): void {
    const { recognition } = this.#source
    for (const { method, schema, at } of this.#bodiesOf(node)) {
      if (schema?.stored === false) this.#unstored.set(method, { declared: true, isPlain: false, at })
    }
    const { segment, parent } = node
    if (segment === null || parent === null) return this.#root(node)
    if (this.#isSkipped(parent) || segment.kind === 'mixed') return
    if (segment.kind === 'parameter') {
      if (parent.parent === null && !this.#isOpenApi)
        this.#refuse(node, `Path "${node.path}" begins with a parameter`)
      return scopeOf(node) !== null && recognition.listsItsOwn(node) ? this.#root(node) : undefined
    }
    this.#collection(node, segment.text)
  }

  /** Adds the model of an entry in the root-level `schemas`, unless a resource or another model uses it. */
  addEntry(entry: ReadSchema & { readonly name: string }): void {
    const { name, schema, source, problems, at } = entry
    if (schema === null || schema.stored === false) return
    if (this.#isOpenApi ? this.#isDeclared(source) : this.#isUsed(source)) return
    const model = this.#isOpenApi ? componentModel(name) : typeName(name)
    if (model !== null && this.#models.byName.has(this.#models.nameOf(model))) return
    if (model === null) {
      this.#source.collector.report('SVC4007', {
        message: `"${name}" cannot be converted to a valid model name`,
        at,
        help: 'Rename the schema so that it begins with a letter from A to Z',
      })
      return
    }
    this.#report(problems)
    this.#add({ model, schema, source, path: name, at })
  }

  /** Declares the model of a collection at the path `/` itself or at a parameter, which an OpenAPI document can have. */
  #root(node: PathNode): void {
    const component = node.resources.length === 0 ? null : this.#source.recognition.ofCollection(node)
    if (component !== null) this.#recognized(node, component)
  }

  #collection(node: PathNode, text: string): void {
    const component = this.#source.recognition.ofCollection(node)
    if (component !== null) return this.#recognized(node, component)
    const owner = this.#ownerOf(node)
    const holder = owner ?? this.#singularAbove(node)
    if (holder !== null && isAttribute(holder.schema, text)) return
    const related = owner === null ? null : this.#models.relatedTo(owner, text)
    const wanted = related ?? modelNameOf(text)
    const model = wanted === null ? null : this.#models.nameOf(wanted)
    const read = this.#schemaFor(node, model)
    if (model === null) {
      if (read !== undefined) this.#skipIfUnsupported(node, text, read)
      return
    }
    this.#named.set(node, model)
    if (read !== undefined) this.#declare(node, model, read)
    else if (this.#source.reader.isUnread(node.resources, model)) this.#leaveUnread(node, model)
  }

  /** Declares the model of a component at a collection whose operations use it. Other bodies are not stored. */
  #recognized(node: PathNode, component: string): void {
    const { reader, recognition } = this.#source
    const read = reader.ofName(component)
    for (const { method, source, at } of this.#bodiesOf(node))
      if (recognition.itemIn({ source }) !== component && !this.#unstored.has(method))
        this.#unstored.set(method, { declared: true, isPlain: true, at })
    if (read === undefined) return
    const name = this.#models.nameOf(componentModel(component))
    this.#named.set(node, name)
    this.#declare(node, name, read)
  }

  /** Returns the schema of a node's model, if any. Warns about further schemas that differ from it. */
  #schemaFor(node: PathNode, model: string | null): ReadSchema | undefined {
    const { reader, collector } = this.#source
    const bodies = this.#bodiesOf(node)
    // The body of an operation that is not on a collection of items, such as a login, can be an item.
    const isModel = (body: BodySchema): boolean =>
      this.#isStorable(body.schema) && this.#source.recognition.itemIn(body) === null
    for (const body of bodies) {
      const isPlain = !isModel(body) && !this.#unstored.has(body.method)
      // In an OpenAPI document, a plain schema is nothing unusual.
      if (isPlain) this.#unstored.set(body.method, { declared: this.#isOpenApi, isPlain: true, at: body.at })
    }
    const [main, ...others] = bodies.filter(isModel)
    for (const { at, schema, source } of others) {
      if (main === undefined || schema === null || isSame(main, { schema, source })) continue
      collector.report('SVC4004', {
        message: "This schema differs from the model's schema and is ignored",
        at,
        related: [{ message: 'Model schema declared here', at: main.at }],
      })
    }
    if (main !== undefined) return main
    if (model === null) return undefined
    const methods = node.resources.flatMap((resource) => resource.methods)
    const isNamed = methods.length > 0 && !(this.#isOpenApi && methods.some(declaresResult))
    const named = isNamed ? reader.ofName(model) : undefined
    const found = named ?? (this.#isOpenApi ? undefined : reader.ofResponse(itemsOf(node)))
    return found !== undefined && this.#isStorable(found.schema) ? found : undefined
  }

  #bodiesOf(node: PathNode): readonly BodySchema[] {
    return this.#source.bodies.get(node) ?? []
  }

  /** Returns whether a schema can be that of a model. A schema that could not be read might be. */
  #isStorable(schema: ModelSchema | null): boolean {
    return schema === null || (schema.stored ?? !(this.#source.isStored && schema.plain))
  }

  #isUsed(source: SchemaSource): boolean {
    this.#used ??= new Set([
      ...sourcesIn(this.#source.api.resources).map(({ id }) => id),
      ...[...this.#models.byName.values()].map((model) => model.source.id),
    ])
    return this.#used.has(source.id)
  }

  #isDeclared({ id }: SchemaSource): boolean {
    return [...this.#models.byName.values()].some(({ source }) => source.id === id)
  }

  #declare(node: PathNode, model: string, read: ReadSchema): void {
    const { schema, source, problems, at } = read
    const { isStored } = this.#source
    const reason = schema === null ? notObject(read) : unsupportedReason(schema)
    const isPlain = schema === null ? !isStored && reason !== null : schema.plain
    if (isPlain && (problems.hasErrors || reason !== null)) {
      const problem = problems.sorted().find(({ severity }) => severity === 'error')
      this.#skipUnsupported(node, problem?.message ?? reason ?? '', problem?.at)
      return
    }
    this.#report(problems)
    if (schema === null) {
      this.#leaveUnread(node, model)
      return
    }
    const known = this.#models.byName.get(model)
    if (known === undefined) this.#add({ model, schema, source, path: node.path, at: spanOfNode(node) ?? at })
    else if (!isSameJson(known.source, source)) this.#clash(node, known, schema, at)
  }

  #add(declaration: Declaration): void {
    const { model, schema } = declaration
    if (!schema.isObject)
      this.#source.collector.report('SVC3002', {
        message: `Schema of ${model} is not of type object`,
        at: schema.at,
      })
    else if (schema.isInferred && schema.properties.length === 0 && !schema.faulty)
      this.#source.collector.report('SVC3002', {
        message: `Schema of ${model} has no properties that could be stored`,
        at: schema.at,
        help: 'Declare the properties, or remove "x-stored"',
      })
    this.#models.add(declaration)
  }

  /** Reports the problems of a schema. Draft 3 schemas are reported together at the end. */
  #report(problems: Collector): void {
    for (const { code, message, at, related, help } of problems.sorted()) {
      if (code === 'SVC3003' && at !== null) this.#older.add(at)
      else this.#source.collector.report(code, { message, at, related, help })
    }
  }

  #clash(node: PathNode, known: Declaration, schema: ModelSchema, at: Span): void {
    if (schema.plain && known.schema.plain) {
      this.#skipUnsupported(
        node,
        `its schema differs from the schema of ${known.path}, which also declares the model ${known.model}`,
      )
      return
    }
    this.#source.collector.report('SVC4003', {
      message: `"${node.path}" and "${known.path}" both declare the model ${known.model}, but with different schemas`,
      at: spanOfNode(node) ?? at,
      related: [{ message: 'Other collection declared here', at: known.at }],
      help: 'Use one schema for both, or rename one of the collections',
    })
  }

  #skipIfUnsupported(node: PathNode, text: string, { schema, at }: ReadSchema): void {
    if (schema?.plain !== false) {
      this.#skipUnsupported(node, `"${text}" cannot be converted to a valid model name`)
      return
    }
    const message = `"${text}" cannot be converted to a valid model name`
    this.#source.collector.report('SVC4007', {
      message,
      at: spanOfNode(node) ?? at,
      help: 'Rename the resource so that it begins with a letter from A to Z',
    })
    this.#skipped.set(node, { kind: 'reported' })
  }

  #refuse(node: PathNode, message: string): void {
    const { isStored, collector } = this.#source
    if (this.#isOpenApi) {
      this.#skipped.set(node, { kind: 'bare' })
      return
    }
    this.#skipped.set(node, isStored ? { kind: 'reported' } : { kind: 'unsupported', why: message })
    const help = 'Move it below a collection, as in /stories/{id}'
    if (isStored) collector.report('SVC4005', { message, at: spanOfNode(node), help })
  }

  #leaveUnread(node: PathNode, model: string): void {
    this.#unread.add(model)
    this.#skipped.set(node, { kind: 'reported' })
  }

  #skipUnsupported(node: PathNode, why: string, at: Span | null = null): void {
    this.#skipped.set(node, { kind: 'unsupported', why, at })
  }

  #isSkipped(node: PathNode): boolean {
    if (!this.#skipped.has(node)) return node.parent !== null && this.#isSkipped(node.parent)
    return true
  }

  /** Returns the model of a node's parent if the parent is the only related item of one, such as `/users/{id}/profile`. */
  #singularAbove({ parent }: PathNode): Declaration | null {
    const isBelowItem = parent?.segment?.kind === 'static' && parent.parent?.segment?.kind === 'parameter'
    const name = isBelowItem ? this.#named.get(parent) : undefined
    return name === undefined ? null : (this.#models.byName.get(name) ?? null)
  }

  /** Returns the model of a node's parent if the parent is an item, otherwise null. */
  #ownerOf(node: PathNode): Declaration | null {
    const { parent } = node
    if (parent?.segment?.kind === 'static') return null
    const collection = parent?.parent
    const name = collection ? this.#named.get(collection) : undefined
    return name === undefined ? null : (this.#models.byName.get(name) ?? null)
  }
}

/** Returns whether the schema of a response says what an operation returns, so that the path need not. */
function declaresResult(method: Method): boolean {
  return method.verb === 'get' && resultsOf(method).length > 0
}

function itemsOf({ children }: PathNode): readonly Resource[] {
  return children.flatMap(({ segment, resources }) => (segment?.kind === 'parameter' ? resources : []))
}

/** Returns the reason why a schema without properties cannot be a model, or null if its syntax could not be read. */
function notObject({ problems }: ReadSchema): string | null {
  return problems.hasErrors ? 'its schema is not an object' : null
}

function sourcesIn(resources: readonly Resource[]): readonly SchemaSource[] {
  return resources.flatMap(({ methods, resources: below }) => [
    ...methods
      .flatMap(({ bodies, responses }) => [...bodies, ...responses.flatMap((response) => response.bodies)])
      .flatMap(({ schema }) => (schema === null ? [] : [schema.source])),
    ...sourcesIn(below),
  ])
}

function isSame(a: Pick<ReadSchema, 'schema' | 'source'>, b: Pick<ReadSchema, 'schema' | 'source'>): boolean {
  return a.schema === null || b.schema === null ? a.schema === b.schema : isSameJson(a.source, b.source)
}

/** Returns the reason why a plain schema cannot be a model, or null if it can. */
function unsupportedReason(schema: ModelSchema): string | null {
  if (!schema.isObject) return 'its schema is not of type object'
  return schema.properties.length === 0 ? 'its schema has no properties' : null
}
