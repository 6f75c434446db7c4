import type { Models } from '../runtime/model.js'
import { authorModel } from './author.js'
import { bookModel } from './book.js'
import { categoryModel } from './category.js'
import { coverModel } from './cover.js'
import { reviewModel } from './review.js'
import { sampleModel } from './sample.js'

/** All models, keyed by name. */
export const models: Models = {
  Author: authorModel,
  Book: bookModel,
  Category: categoryModel,
  Cover: coverModel,
  Review: reviewModel,
  Sample: sampleModel,
}
