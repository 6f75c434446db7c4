import type { Models } from '../runtime/model.js'
import { badgeModel } from './badge.js'
import { blockingModel } from './blocking.js'
import { boundModel } from './bound.js'
import { holdingModel } from './holding.js'
import { hubModel } from './hub.js'
import { looseModel } from './loose.js'
import { nodeModel } from './node.js'
import { ownedModel } from './owned.js'
import { pullingModel } from './pulling.js'

/** All models, keyed by name. */
export const models: Models = {
  Badge: badgeModel,
  Blocking: blockingModel,
  Bound: boundModel,
  Holding: holdingModel,
  Hub: hubModel,
  Loose: looseModel,
  Node: nodeModel,
  Owned: ownedModel,
  Pulling: pullingModel,
}
