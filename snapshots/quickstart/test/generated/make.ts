// Imports begin with an uppercase letter here, so that they do not clash with functions, which are named after models.
import type * as Types from '../../src/generated/index.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import * as Make from './make.js'
import { samples as Samples } from './samples.js'

/** Creates a story. The given values override the sample. */
export async function story(
  items: Repositories,
  given: Partial<Types.StoryCreate> = {},
): Promise<Types.Story> {
  return items.story.create({
    data: { ...(Object.values(Samples.story)[await items.story.count()] ?? Samples.story.first), ...given },
  })
}

/** Creates a user. The given values override the sample. */
export async function user(items: Repositories, given: Partial<Types.UserCreate> = {}): Promise<Types.User> {
  return items.user.create({
    data: { ...(Object.values(Samples.user)[await items.user.count()] ?? Samples.user.first), ...given },
  })
}
