import type { StoryCreate } from '../../src/generated/models/story.js'
import type { UserCreate } from '../../src/generated/models/user.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  story: {
    first: {
      created_at: '2024-05-01T08:31:00.000Z',
      progress: 1,
      status: 'draft',
      tags: ['tags-1'],
      title: 'title-1',
    },
    second: {
      created_at: '2024-05-02T08:31:00.000Z',
      progress: 0.02,
      status: 'published',
      tags: ['tags-2'],
      title: 'title-2',
    },
  },
  user: {
    first: { name: 'name-1', username: 'username-1' },
    second: { name: 'name-2', username: 'username-2' },
  },
} satisfies {
  story: Readonly<Record<string, StoryCreate>>
  user: Readonly<Record<string, UserCreate>>
}
