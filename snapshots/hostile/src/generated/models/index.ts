import type { Models } from '../runtime/model.js'
import { indexModel } from './index2.js'
import { sessionModel } from './session.js'

/** All models, keyed by name. */
export const models: Models = {
  Index: indexModel,
  Session: sessionModel,
}
