import type { JsonObject } from '../json.js'
import type { Shape } from './mapping.js'
import { shownOf } from './responses.js'

/** Makes the documents that your functions get what the components of the API's document say. */
export class DeclaredDocuments {
  readonly #shapes = new Map<string, Shape>()

  /** Records what documents of a model contain. */
  readonly add = (model: string, shape: Shape): void => {
    this.#shapes.set(model, shape)
  }

  readonly shown = (model: string, document: JsonObject): JsonObject => {
    const shape = this.#shapes.get(model)
    return shape === undefined ? document : shownOf(document, shape)
  }
}
