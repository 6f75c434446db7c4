import type { Story, StoryCreate } from '../../src/generated/models/story.js'
import type { User, UserCreate } from '../../src/generated/models/user.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates a story. The given values override the sample. */
export async function story(items: Repositories, given: Partial<StoryCreate> = {}): Promise<Story> {
  const sample = Object.values(samples.story)[await items.story.count()] ?? samples.story.first
  return items.story.create({ data: { ...sample, ...given } })
}

/** Creates a user. The given values override the sample. */
export async function user(items: Repositories, given: Partial<UserCreate> = {}): Promise<User> {
  const sample = Object.values(samples.user)[await items.user.count()] ?? samples.user.first
  return items.user.create({ data: { ...sample, ...given } })
}
