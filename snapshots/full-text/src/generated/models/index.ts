import type { Models } from '../runtime/model.js'
import { articleModel } from './article.js'
import { authorModel } from './author.js'
import { draftModel } from './draft.js'
import { pageModel } from './page.js'

/** All models, keyed by name. */
export const models: Models = {
  Article: articleModel,
  Author: authorModel,
  Draft: draftModel,
  Page: pageModel,
}
