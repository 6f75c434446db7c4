import type { Models } from '../runtime/model.js'
import { bookModel } from './book.js'
import { shelfModel } from './shelf.js'

/** All models, keyed by name. */
export const models: Models = {
  Book: bookModel,
  Shelf: shelfModel,
}
