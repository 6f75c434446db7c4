import type { AuditEntryCreate } from '../../src/generated/models/audit-entry.js'
import type { StoryCreate } from '../../src/generated/models/story.js'
import type { UserCreate } from '../../src/generated/models/user.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  auditEntry: { first: { at: '2024-05-01T08:31:00.000Z', what: 'what-1' } },
  story: {
    first: { state: 'state-1', text: 'text-1', title: 'title-1' },
    second: { state: 'state-2', text: 'text-2', title: 'title-2' },
  },
  user: {
    first: {
      email: 'someone-1@example.com',
      groups: ['intern'],
      password: 'password-1',
      username: 'username-1',
    },
    second: {
      email: 'someone-2@example.com',
      groups: ['user'],
      password: 'password-2',
      username: 'username-2',
    },
  },
} satisfies {
  auditEntry: Readonly<Record<string, AuditEntryCreate>>
  story: Readonly<Record<string, StoryCreate>>
  user: Readonly<Record<string, UserCreate>>
}
