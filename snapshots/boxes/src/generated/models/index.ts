import type { Models } from '../runtime/model.js'
import { boxModel } from './box.js'

/** All models, keyed by name. */
export const models: Models = {
  Box: boxModel,
}
