import type { EventModels } from '../events.js'
import { type Sql, sqlOf } from '../runtime/sql/own-statements.js'
import type { Session } from '../runtime/store.js'
import { entryRepository, type EntryRepository } from './entry.js'
import { folderRepository, type FolderRepository } from './folder.js'
import { labelRepository, type LabelRepository } from './label.js'
import { ledgerRepository, type LedgerRepository } from './ledger.js'
import { memoRepository, type MemoRepository } from './memo.js'
import { noteRepository, type NoteRepository } from './note.js'
import { noticeRepository, type NoticeRepository } from './notice.js'
import { pageRepository, type PageRepository } from './page.js'
import { programRepository, type ProgramRepository } from './program.js'
import { userRepository, type UserRepository } from './user.js'
import { vaultRepository, type VaultRepository } from './vault.js'

/** The repositories for all models, keyed by name. */
export interface Repositories {
  readonly entry: EntryRepository
  readonly folder: FolderRepository
  readonly label: LabelRepository
  readonly ledger: LedgerRepository
  readonly memo: MemoRepository
  readonly note: NoteRepository
  readonly notice: NoticeRepository
  readonly page: PageRepository
  readonly program: ProgramRepository
  readonly user: UserRepository
  readonly vault: VaultRepository
  /** Runs SQL statements in the same transaction: ``await models.$sql`select … where id = ${id}` ``. */
  readonly $sql: Sql<EventModels>
}

/** Returns the repositories in a session. */
export function repositories(session: Session): Repositories {
  return {
    get entry() {
      return entryRepository(session)
    },
    get folder() {
      return folderRepository(session)
    },
    get label() {
      return labelRepository(session)
    },
    get ledger() {
      return ledgerRepository(session)
    },
    get memo() {
      return memoRepository(session)
    },
    get note() {
      return noteRepository(session)
    },
    get notice() {
      return noticeRepository(session)
    },
    get page() {
      return pageRepository(session)
    },
    get program() {
      return programRepository(session)
    },
    get user() {
      return userRepository(session)
    },
    get vault() {
      return vaultRepository(session)
    },
    get $sql() {
      return sqlOf<EventModels>(session)
    },
  }
}
