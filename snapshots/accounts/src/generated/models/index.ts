import type { Models } from '../runtime/model.js'
import { paperModel } from './paper.js'
import { personModel } from './person.js'
import { sealModel } from './seal.js'
import { teamModel } from './team.js'

/** All models, keyed by name. */
export const models: Models = {
  Paper: paperModel,
  Person: personModel,
  Seal: sealModel,
  Team: teamModel,
}
