import { isSuccess } from '../../ir/index.js'
import { Collector } from '../../diagnostics/collector.js'
import type { Related } from '../../diagnostics/diagnostic.js'
import { LooseNames } from '../../naming/loose-match.js'
import type { Api, Method, NamedSchema, Resource, SchemaSource } from '../../api/api.js'
import { readModelSchema } from '../../schema/index.js'
import type { StoredNames } from '../../schema/inferred/related.js'
import type { ModelSchema, SchemaDialect } from '../../schema/index.js'
import type { Span } from '../../source/span.js'
import { toJson } from '../../schema/node.js'
import { sortedBy } from '../../naming/order.js'
import { jsonIn } from './recognized.js'

export interface ReadSchema {
  /** Null if the text is not a JSON object. */
  readonly schema: ModelSchema | null
  readonly source: SchemaSource
  readonly problems: Collector
  /** Where the schema is used. */
  readonly at: Span
}

export interface BodySchema extends ReadSchema {
  readonly method: Method
}

/** Reads each schema of an API once. Reports invalid JSON, and returns other problems with the schema. */
export class SchemaReader {
  readonly #api: Api
  readonly #dialect: SchemaDialect | undefined
  readonly #collector: Collector
  readonly #names: LooseNames
  readonly #read = new Map<string, Omit<ReadSchema, 'at'>>()

  /** @param stored the names of the stored components of an OpenAPI document */
  constructor(api: Api, stored: StoredNames, collector: Collector) {
    this.#api = api
    this.#dialect = api.components === null ? undefined : { draft: '2020-12', stored }
    this.#collector = collector
    this.#names = new LooseNames(api.schemas.keys())
  }

  /** Returns the schemas of the JSON bodies of `post`, `put` and `patch`, in this order. */
  ofResources(resources: readonly Resource[]): readonly BodySchema[] {
    const methods = resources.flatMap(({ absolutePath: path, methods }) =>
      methods.map((method) => ({ method, path })),
    )
    return ['post', 'put', 'patch'].flatMap((verb) =>
      methods
        .filter(({ method }) => method.verb === verb)
        .flatMap(({ method, path }) =>
          jsonIn(method.bodies).map(({ source, at }) => {
            const user = { message: `Used here by "${path}"`, at }
            return { ...this.#readText(source, this.#collector, user), at, method }
          }),
        ),
    )
  }

  /** Returns the schemas in the root-level `schemas` that have `_db_settings`, with their names. */
  storedEntries(): readonly (ReadSchema & { readonly name: string })[] {
    return [...this.#api.schemas.values()]
      .filter(({ source }) => source.isJson && source.namesSettings)
      .map(({ name, nameAt, source }) => ({ ...this.#readText(source), at: nameAt, name }))
      .filter(({ schema }) => schema?.plain === false)
  }

  /** Returns the schemas of components. */
  ofComponents(
    components: ReadonlyMap<string, NamedSchema>,
  ): readonly (ReadSchema & { readonly name: string })[] {
    return [...components.values()].map(({ name, nameAt, source }) => ({
      ...this.#readText(source),
      at: nameAt,
      name,
    }))
  }

  /** Returns whether a schema of the resources or the root-level schema with the model's name could not be read. */
  isUnread(resources: readonly Resource[], model: string): boolean {
    return this.#named(model)?.source.isFaulty === true || resources.some((resource) => resource.isUnread)
  }

  /** Returns the schema with the model's name in the root-level `schemas`. */
  ofName(model: string): ReadSchema | undefined {
    const named = this.#named(model)
    if (named === undefined || !named.source.isJson) return undefined
    return { ...this.#readText(named.source), at: named.nameAt }
  }

  #named(model: string): NamedSchema | undefined {
    const match = this.#names.match(model)
    return match === null ? undefined : this.#api.schemas.get(match.name)
  }

  /**
   * Returns the response schema for GET on an item if it is a valid plain schema of type object. An API that was not
   * written for svcgen might describe its resources nowhere else. Other response schemas are silently
   * ignored.
   */
  ofResponse(items: readonly Resource[]): ReadSchema | undefined {
    const responses = items.flatMap(({ methods }) =>
      methods.filter(({ verb }) => verb === 'get').flatMap(({ responses }) => responses),
    )
    const [use] = responses.filter(isSuccess).flatMap(({ bodies }) => jsonIn(bodies))
    if (use === undefined) return undefined
    const read = this.#readText(use.source, new Collector())
    const { schema, problems } = read
    const isModel = schema !== null && schema.plain && schema.isObject && schema.properties.length > 0
    return isModel && !problems.hasErrors ? { ...read, at: use.at } : undefined
  }

  /** @param user the location where the schema is used, which is added to reports of syntax errors in the schema */
  #readText(source: SchemaSource, collector = this.#collector, user?: Related): Omit<ReadSchema, 'at'> {
    const known = this.#read.get(source.id)
    if (known !== undefined) return known
    const problems = new Collector()
    const syntax = new Collector()
    const node = source.parse(syntax)
    for (const { code, related, ...error } of syntax.sorted())
      collector.report(code, { ...error, related: user === undefined ? related : [...related, user] })
    const schema = node === null ? null : readModelSchema(node, source.at, problems, this.#dialect)
    const read = { schema, source, problems }
    this.#read.set(source.id, read)
    return read
  }
}

/** Compares schemas as JSON values. Parses both again: few are compared, and all would use too much memory. */
export function isSameJson(a: SchemaSource, b: SchemaSource): boolean {
  return a.id === b.id || canonical(a) === canonical(b)
}

/** Returns the value as JSON with sorted keys, or an empty string for invalid JSON. */
function canonical(source: SchemaSource): string {
  const node = source.parse(new Collector())
  return node === null ? '' : JSON.stringify(toJson(node))
}

/** Issues one warning for all draft 3 schemas, located at the first of them. */
export function reportDraft3Schemas(spans: readonly Span[], collector: Collector): void {
  const names = [...new Set(spans.map(({ file }) => file.name))].sort()
  const [first] = sortedBy(spans, ({ file }) => file.name)
  if (first === undefined) return
  const message =
    names.length === 1
      ? 'Draft 3 schema; converting it to draft 4'
      : `Draft 3 schemas, which are converted to draft 4: ${names.join(', ')}`
  collector.report('SVC3003', { message, at: first })
}
