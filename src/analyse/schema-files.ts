import type { ScalarNode } from '../source/node.js'

/** Which files hold the schemas of models. */
export class SchemaFiles {
  readonly #models = new Map<string, Set<string | null>>()
  readonly #files = new Map<string, Set<string>>()

  /** @param model null where the place of the schema is no model's */
  use({ at }: ScalarNode, model: string | null): void {
    const { file, start, end } = at
    const isWhole = start === 0 && end === file.text.length
    added(this.#models, file.path, isWhole ? model : null)
    if (model !== null) added(this.#files, model, file.path)
  }

  /** The models that have their schema in one file, which is nothing but that, by the path of the file. */
  ofOneModel(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#models].flatMap(([path, models]): [string, string][] => {
        const [model] = models
        if (models.size > 1 || model === undefined || model === null) return []
        return this.#files.get(model)?.size === 1 ? [[path, model]] : []
      }),
    )
  }
}

function added<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const known = sets.get(key)
  if (known === undefined) sets.set(key, new Set([value]))
  else known.add(value)
}
