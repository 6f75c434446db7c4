import type * as types from '../../src/generated/index.js'

/** Valid bodies for a model, with different values for unique fields. */
interface Samples<Item> {
  readonly first: Item
  readonly [name: string]: Item
}

export const samples: {
  readonly story: Samples<types.StoryCreate>
  readonly user: Samples<types.UserCreate>
} = {
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
    third: {
      created_at: '2024-05-03T08:31:00.000Z',
      progress: 0.03,
      status: 'draft',
      tags: ['tags-3'],
      title: 'title-3',
    },
    fourth: {
      created_at: '2024-05-04T08:31:00.000Z',
      progress: 0.04,
      status: 'published',
      tags: ['tags-4'],
      title: 'title-4',
    },
    fifth: {
      created_at: '2024-05-05T08:31:00.000Z',
      progress: 0.05,
      status: 'draft',
      tags: ['tags-5'],
      title: 'title-5',
    },
  },
  user: {
    first: { name: 'name-1', username: 'username-1' },
    second: { name: 'name-2', username: 'username-2' },
    third: { name: 'name-3', username: 'username-3' },
    fourth: { name: 'name-4', username: 'username-4' },
    fifth: { name: 'name-5', username: 'username-5' },
  },
}
