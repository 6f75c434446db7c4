import type { Models } from '../runtime/model.js'
import { bigModel } from './big.js'
import { entryModel } from './entry.js'
import { listingModel } from './listing.js'
import { tokenModel } from './token.js'

/** All models, keyed by name. */
export const models: Models = {
  Big: bigModel,
  Entry: entryModel,
  Listing: listingModel,
  Token: tokenModel,
}
