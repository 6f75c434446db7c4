import type { EntryCreate } from '../../src/generated/models/entry.js'
import type { FolderCreate } from '../../src/generated/models/folder.js'
import type { LabelCreate } from '../../src/generated/models/label.js'
import type { LedgerCreate } from '../../src/generated/models/ledger.js'
import type { MemoCreate } from '../../src/generated/models/memo.js'
import type { NoteCreate } from '../../src/generated/models/note.js'
import type { NoticeCreate } from '../../src/generated/models/notice.js'
import type { PageCreate } from '../../src/generated/models/page.js'
import type { ProgramCreate } from '../../src/generated/models/program.js'
import type { UserCreate } from '../../src/generated/models/user.js'
import type { VaultCreate } from '../../src/generated/models/vault.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  entry: { first: { title: 'title-1' }, second: { title: 'title-2' } },
  folder: { first: { title: 'title-1' }, second: { title: 'title-2' } },
  label: { first: { title: 'title-1' }, second: { title: 'title-2' } },
  ledger: { first: { lines: ['lines-1'] }, second: { lines: ['lines-2'] } },
  memo: { first: { title: 'title-1' }, second: { title: 'title-2' } },
  note: { first: { tags: ['tags-1'], text: 'text-1' }, second: { tags: ['tags-2'], text: 'text-2' } },
  notice: {
    first: { day: '2024-05-01', draft: 'draft-1', pages: 1, title: 'title-1' },
    second: { day: '2024-05-02', draft: 'draft-2', pages: 2, title: 'title-2' },
  },
  page: { first: { title: 'title-1' }, second: { title: 'title-2' } },
  program: {
    first: { secret: 'secret-1', title: 'title-1' },
    second: { secret: 'secret-2', title: 'title-2' },
  },
  user: {
    first: {
      email: 'someone-1@example.com',
      groups: ['editor'],
      nickname: 'nickname-1',
      password: 'password-1',
      settings: {},
      username: 'username-1',
    },
    second: {
      email: 'someone-2@example.com',
      groups: ['user'],
      nickname: 'nickname-2',
      password: 'password-2',
      settings: {},
      username: 'username-2',
    },
  },
  vault: { first: { code: 'code-1', codes: ['codes-1'] }, second: { code: 'code-2', codes: ['codes-2'] } },
} satisfies {
  entry: Readonly<Record<string, EntryCreate>>
  folder: Readonly<Record<string, FolderCreate>>
  label: Readonly<Record<string, LabelCreate>>
  ledger: Readonly<Record<string, LedgerCreate>>
  memo: Readonly<Record<string, MemoCreate>>
  note: Readonly<Record<string, NoteCreate>>
  notice: Readonly<Record<string, NoticeCreate>>
  page: Readonly<Record<string, PageCreate>>
  program: Readonly<Record<string, ProgramCreate>>
  user: Readonly<Record<string, UserCreate>>
  vault: Readonly<Record<string, VaultCreate>>
}
