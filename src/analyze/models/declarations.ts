import type { Collector } from '../../diagnostics/collector.js'
import { modelNameOf } from '../../naming/model-names.js'
import type { Api, Resource } from '../../raml/api.js'
import type { ModelSchema } from '../../schema/model-schema.js'
import type { Span } from '../../source/span.js'
import { isAttribute } from './attribute.js'
import { type Declaration, DeclaredModels } from './declared-models.js'
import { nodesBelow, type PathNode, placeOfNode } from '../routes/path-tree.js'
import type { Reason } from './not-stored.js'
import { reportDraft3Schemas } from './draft3-schemas.js'
import { type ReadSchema, SchemaReader } from './resource-schemas.js'
import { isSameJson } from './same-json.js'

/** The models that the resources declare. */
export interface Declarations {
  readonly models: ReadonlyMap<string, Declaration>
  /** The name of the model for each static path segment, whether or not the model is declared. */
  readonly named: ReadonlyMap<PathNode, string>
  /**
   * Nodes that no model can serve because of their schema or path, each with the reason. The operations on these nodes
   * and the nodes below them are custom actions.
   */
  readonly skipped: ReadonlyMap<PathNode, Reason>
  /**
   * Names of models whose schema could not be read. The cause has already been reported, and errors that follow from it
   * are suppressed.
   */
  readonly unread: ReadonlySet<string>
}

/**
 * Reads the schemas of all resources and returns the models that the schemas declare. Skips a schema without
 * `_db_settings` if it cannot be stored.
 */
export function declarationsOf(api: Api, tree: PathNode, collector: Collector): Declarations {
  const reader = new SchemaReader(api, collector)
  const nodes = nodesBelow(tree)
  const schemas = new Map(nodes.map((node) => [node, reader.ofResources(node.resources)]))
  const isStored = [...schemas.values()].some((read) => read?.main.schema?.plain === false)
  const builder = new Builder({ reader, schemas, isStored, collector })
  for (const node of nodes) builder.visit(node)
  return builder.done()
}

interface Source {
  readonly reader: SchemaReader
  readonly schemas: ReadonlyMap<PathNode, ReturnType<SchemaReader['ofResources']>>
  /** True if any schema has `_db_settings`, in which case problems are errors rather than warnings. */
  readonly isStored: boolean
  readonly collector: Collector
}

class Builder {
  readonly #source: Source
  readonly #models = new DeclaredModels()
  readonly #named = new Map<PathNode, string>()
  readonly #skipped = new Map<PathNode, Reason>()
  readonly #unread = new Set<string>()
  /** The spans of draft 3 declarations. */
  readonly #older = new Set<Span>()

  constructor(source: Source) {
    this.#source = source
  }

  done(): Declarations {
    reportDraft3Schemas([...this.#older], this.#source.collector)
    const { byName } = this.#models
    const unread = new Set([...this.#unread].filter((name) => !byName.has(name)))
    return { models: byName, named: this.#named, skipped: this.#skipped, unread }
  }

  visit(node: PathNode): void {
    const { segment, parent } = node
    if (segment === null || parent === null || this.#isSkipped(parent)) return
    if (segment.kind === 'mixed') return
    if (segment.kind === 'parameter') {
      if (parent.parent === null) this.#refuse(node, `Path "${node.path}" begins with a parameter`)
      return
    }
    this.#collection(node, segment.text)
  }

  #collection(node: PathNode, text: string): void {
    const owner = this.#ownerOf(node)
    if (owner !== null && isAttribute(owner.schema, text)) return
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

  #schemaFor(node: PathNode, model: string | null): ReadSchema | undefined {
    const { schemas, reader, collector } = this.#source
    const own = schemas.get(node)
    for (const { at, schema } of own?.others ?? []) {
      if (schema === null) continue
      const message = "This schema differs from the model's schema and is ignored"
      collector.report('SVC4004', {
        message,
        at,
        related: own === undefined ? [] : [{ message: 'Model schema declared here', at: own.main.at }],
      })
    }
    if (own !== undefined) return own.main
    if (model === null) return undefined
    const hasMethods = node.resources.some(({ methods }) => methods.length > 0)
    return (hasMethods ? reader.ofName(model) : undefined) ?? reader.ofResponse(itemsOf(node))
  }

  #declare(node: PathNode, model: string, { schema, text, problems, at }: ReadSchema): void {
    const { collector } = this.#source
    const reason = schema === null ? null : unsupportedReason(schema)
    if (schema?.plain === true && (problems.hasErrors || reason !== null)) {
      const problem = problems.sorted().find(({ severity }) => severity === 'error')
      this.#skipUnsupported(node, problem?.message ?? reason ?? '', problem?.at)
      return
    }
    for (const { code, message, at: place, related, help } of problems.sorted()) {
      if (code === 'SVC3003' && place !== null) this.#older.add(place)
      else collector.report(code, { message, at: place, related, help: help ?? undefined })
    }
    if (schema === null) {
      this.#leaveUnread(node, model)
      return
    }
    if (!schema.isObject) {
      collector.report('SVC3002', { message: `Schema of ${model} is not of type object`, at: schema.at })
    }
    const known = this.#models.byName.get(model)
    if (known === undefined) {
      this.#models.add({ model, schema, text, path: node.path, at: placeOfNode(node) ?? at })
      return
    }
    if (!isSameJson(known.text, text)) this.#clash(node, known, schema, at)
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
      at: placeOfNode(node) ?? at,
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
      at: placeOfNode(node) ?? at,
      help: 'Rename the resource so that it begins with a letter from A to Z',
    })
    this.#skipped.set(node, { kind: 'reported' })
  }

  #refuse(node: PathNode, message: string): void {
    const { isStored, collector } = this.#source
    this.#skipped.set(node, isStored ? { kind: 'reported' } : { kind: 'unsupported', why: message })
    const help = 'Move it below a collection, as in /stories/{id}'
    if (isStored) collector.report('SVC4005', { message, at: placeOfNode(node), help })
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

  /** Returns the model of a node's parent if the parent is an item, otherwise null. */
  #ownerOf(node: PathNode): Declaration | null {
    const { parent } = node
    if (parent?.segment?.kind === 'static') return null
    const collection = parent?.parent
    const name = collection ? this.#named.get(collection) : undefined
    return name === undefined ? null : (this.#models.byName.get(name) ?? null)
  }
}

/** Returns a collection's item resources. */
function itemsOf({ children }: PathNode): readonly Resource[] {
  return children.flatMap(({ segment, resources }) => (segment?.kind === 'parameter' ? resources : []))
}

/** Returns the reason why a plain schema cannot be a model, or null if it can. */
function unsupportedReason(schema: ModelSchema): string | null {
  if (!schema.isObject) return 'its schema is not of type object'
  return schema.properties.length === 0 ? 'its schema has no properties' : null
}
