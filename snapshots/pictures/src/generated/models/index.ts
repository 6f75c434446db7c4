import type { Models } from '../runtime/model.js'
import { pictureModel } from './picture.js'

/** All models, keyed by name. */
export const models: Models = {
  Picture: pictureModel,
}
