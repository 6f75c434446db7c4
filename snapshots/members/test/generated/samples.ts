import type { CommentCreate } from '../../src/generated/models/comment.js'
import type { DraftCreate } from '../../src/generated/models/draft.js'
import type { NoticeCreate } from '../../src/generated/models/notice.js'
import type { PageCreate } from '../../src/generated/models/page.js'
import type { ProfileCreate } from '../../src/generated/models/profile.js'
import type { StoryCreate } from '../../src/generated/models/story.js'
import type { UserCreate } from '../../src/generated/models/user.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  comment: { first: { flag: 'flag-1', text: 'text-1' }, second: { flag: 'flag-2', text: 'text-2' } },
  draft: { first: { title: 'title-1' }, second: { title: 'title-2' } },
  notice: { first: { title: 'title-1' }, second: { title: 'title-2' } },
  page: { first: { title: 'title-1' }, second: { title: 'title-2' } },
  profile: {
    first: { address: 'address-1', motto: 'motto-1', rating: 1 },
    second: { address: 'address-2', motto: 'motto-2', rating: 2 },
  },
  story: {
    first: {
      fee: 1,
      pitch: 'pitch-1',
      progress: 1,
      published: '2024-05-01',
      tags: ['tags-1'],
      text: 'text-1',
      title: 'title-1',
    },
    second: {
      fee: 2,
      pitch: 'pitch-2',
      progress: 2,
      published: '2024-05-02',
      tags: ['tags-2'],
      text: 'text-2',
      title: 'title-2',
    },
  },
  user: {
    first: {
      email: 'someone-1@example.com',
      groups: ['editor'],
      memo: 'memo-1',
      name: 'name-1',
      password: 'password-1',
      score: 1,
      settings: {},
      username: 'username-1',
    },
    second: {
      email: 'someone-2@example.com',
      groups: ['guest'],
      memo: 'memo-2',
      name: 'name-2',
      password: 'password-2',
      score: 2,
      settings: {},
      username: 'username-2',
    },
  },
} satisfies {
  comment: Readonly<Record<string, CommentCreate>>
  draft: Readonly<Record<string, DraftCreate>>
  notice: Readonly<Record<string, NoticeCreate>>
  page: Readonly<Record<string, PageCreate>>
  profile: Readonly<Record<string, ProfileCreate>>
  story: Readonly<Record<string, StoryCreate>>
  user: Readonly<Record<string, UserCreate>>
}
