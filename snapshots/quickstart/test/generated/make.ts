import type * as types from '../../src/generated/index.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
// Models can have any name, so that this file refers to its own functions as users do.
import * as make from './make.js'
import { samples } from './samples.js'

/** Creates a story. The given values override the sample. */
export async function story(
  items: Repositories,
  given: Partial<types.StoryCreate> = {},
): Promise<types.Story> {
  return items.story.create({
    data: { ...(Object.values(samples.story)[await items.story.count()] ?? samples.story.first), ...given },
  })
}

/** Creates a user. The given values override the sample. */
export async function user(items: Repositories, given: Partial<types.UserCreate> = {}): Promise<types.User> {
  return items.user.create({
    data: { ...(Object.values(samples.user)[await items.user.count()] ?? samples.user.first), ...given },
  })
}
