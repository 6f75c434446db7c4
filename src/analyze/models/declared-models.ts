import type { Collector } from '../../diagnostics/collector.js'
import { looseKey, LooseNames, looseMatch } from '../../naming/loose-match.js'
import { componentModel, typeName } from '../../naming/model-names.js'
import type { ModelSchema } from '../../schema/index.js'
import type { SchemaSource } from '../../api/api.js'
import type { Span } from '../../source/span.js'
import type { Property } from '../../schema/property.js'
import { withInferredRelations } from './inferred-relations.js'
import { withoutKeysOfRelated } from './keys-of-related.js'
import { withInferredSettings } from './stored-properties.js'

export interface Declaration {
  readonly model: string
  readonly schema: ModelSchema
  readonly source: SchemaSource
  /** The path of the collection, and its span. */
  readonly path: string
  readonly at: Span
}

/** A back-reference, which is a field on the model that does not declare the relationship. */
interface BackReference {
  readonly model: string
  /** The name of the other model, as written in `document`. */
  readonly document: string
}

export class DeclaredModels {
  readonly #models = new Map<string, Declaration>()
  readonly #names = new LooseNames()
  readonly #backReferences = new Map<string, BackReference[]>()

  get byName(): ReadonlyMap<string, Declaration> {
    return this.#models
  }

  add(declaration: Declaration): void {
    const { model, schema } = declaration
    this.#models.set(model, declaration)
    this.#names.add(model)
    for (const { settings } of schema.properties) {
      if (settings === null || settings.backrefName === null) continue
      const { name } = settings.backrefName
      const back = { model, document: settings.document?.name ?? '' }
      const known = this.#backReferences.get(name)
      if (known === undefined) this.#backReferences.set(name, [back])
      else known.push(back)
    }
  }

  /** Returns the models with the settings and relationships that their schemas imply. */
  inferred(collector: Collector): ReadonlyMap<string, Declaration> {
    const stored = new Map(
      [...this.#models].map(([model, { schema }]) => {
        const others = [...this.#backReferences]
          .filter(([, backs]) => backs.some(({ document }) => looseKey(document) === looseKey(model)))
          .map(([name]) => name)
        return [model, withInferredSettings(schema, new Set(others))] as const
      }),
    )
    const modelOf = (component: string): string | null =>
      this.#names.match(componentModel(component))?.name ?? null
    const schemas = withInferredRelations(withoutKeysOfRelated(stored), modelOf, collector)
    return new Map(
      [...this.#models].map(([model, declaration]) => [
        model,
        { ...declaration, schema: schemas.get(model) ?? declaration.schema },
      ]),
    )
  }

  /** Returns `wanted` or the declared name that would share its table and file: case, `-` and `_` are ignored. */
  nameOf(wanted: string): string {
    return this.#names.match(wanted)?.name ?? wanted
  }

  /** Returns the related model if the owner has a relation with this name, otherwise null. */
  relatedTo(owner: Declaration, text: string): string | null {
    const property = propertyNamed(owner.schema, text)
    if (property?.related?.many === true) return componentModel(property.related.component.name)
    const own = property?.settings
    if (own?.type === 'relationship') return typeName(own.document?.name ?? '')
    const found = this.#backReferences
      .get(text)
      ?.find(({ document }) => looseKey(document) === looseKey(owner.model))
    return found?.model ?? null
  }
}

export function isAttribute(schema: ModelSchema, text: string): boolean {
  const property = propertyNamed(schema, text)
  const type = property?.settings?.type ?? plainType(schema, property)
  return type === 'list' || type === 'dict'
}

/** Returns the property named by a path segment. Ignores case, `-` and `_`. */
export function propertyNamed({ properties }: ModelSchema, text: string): Property | undefined {
  const match = looseMatch(
    text,
    properties.map(({ name }) => name),
  )
  return properties.find(({ name }) => name === match?.name)
}

function plainType(schema: ModelSchema, property: Property | undefined): 'list' | 'dict' | null {
  if (!schema.plain || property === undefined) return null
  if (property.json['type'] === 'array') return 'list'
  return property.json['type'] === 'object' ? 'dict' : null
}
