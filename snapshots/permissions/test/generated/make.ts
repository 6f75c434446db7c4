import type { Entry, EntryCreate } from '../../src/generated/models/entry.js'
import type { Folder, FolderCreate, FolderReadOnly } from '../../src/generated/models/folder.js'
import type { Label, LabelCreate } from '../../src/generated/models/label.js'
import type { Ledger, LedgerCreate } from '../../src/generated/models/ledger.js'
import type { Memo, MemoCreate } from '../../src/generated/models/memo.js'
import type { Note, NoteCreate } from '../../src/generated/models/note.js'
import type { Notice, NoticeCreate } from '../../src/generated/models/notice.js'
import type { Page, PageCreate } from '../../src/generated/models/page.js'
import type { Program, ProgramCreate } from '../../src/generated/models/program.js'
import type { User, UserCreate } from '../../src/generated/models/user.js'
import type { Vault, VaultCreate } from '../../src/generated/models/vault.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates an entry. The given values override the sample. */
export async function entry(items: Repositories, given: Partial<EntryCreate> = {}): Promise<Entry> {
  return items.entry.create({ data: { ...samples.entry.first, ...given } })
}

/** Creates a folder. The given values override the sample. */
export async function folder(
  items: Repositories,
  given: Partial<FolderCreate & FolderReadOnly> = {},
): Promise<Folder> {
  return items.folder.create({ data: { ...samples.folder.first, ...given } })
}

/** Creates a label. The given values override the sample. */
export async function label(items: Repositories, given: Partial<LabelCreate> = {}): Promise<Label> {
  return items.label.create({ data: { ...samples.label.first, ...given } })
}

/** Creates a ledger. The given values override the sample. */
export async function ledger(items: Repositories, given: Partial<LedgerCreate> = {}): Promise<Ledger> {
  return items.ledger.create({ data: { ...samples.ledger.first, ...given } })
}

/** Creates a memo. The given values override the sample. */
export async function memo(items: Repositories, given: Partial<MemoCreate> = {}): Promise<Memo> {
  return items.memo.create({ data: { ...samples.memo.first, ...given } })
}

/** Creates a note. The given values override the sample. */
export async function note(items: Repositories, given: Partial<NoteCreate> = {}): Promise<Note> {
  return items.note.create({ data: { ...samples.note.first, ...given } })
}

/** Creates a notice. The given values override the sample. */
export async function notice(items: Repositories, given: Partial<NoticeCreate> = {}): Promise<Notice> {
  return items.notice.create({ data: { ...samples.notice.first, ...given } })
}

/** Creates a page. The given values override the sample. */
export async function page(items: Repositories, given: Partial<PageCreate> = {}): Promise<Page> {
  return items.page.create({ data: { ...samples.page.first, ...given } })
}

/** Creates a program. The given values override the sample. */
export async function program(items: Repositories, given: Partial<ProgramCreate> = {}): Promise<Program> {
  return items.program.create({ data: { ...samples.program.first, ...given } })
}

/** Creates a user. The given values override the sample. */
export async function user(items: Repositories, given: Partial<UserCreate> = {}): Promise<User> {
  return items.user.create({ data: { ...samples.user.first, ...given } })
}

/** Creates a vault. The given values override the sample. */
export async function vault(items: Repositories, given: Partial<VaultCreate> = {}): Promise<Vault> {
  return items.vault.create({ data: { ...samples.vault.first, ...given } })
}
