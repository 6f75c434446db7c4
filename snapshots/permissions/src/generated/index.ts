export * from './events.js'
export type { Folder, FolderCreate, FolderFields, FolderWhere } from './models/folder.js'
export type { Label, LabelCreate, LabelFields, LabelWhere } from './models/label.js'
export type { Ledger, LedgerCreate, LedgerFields, LedgerWhere } from './models/ledger.js'
export type { Note, NoteCreate, NoteFields, NoteWhere } from './models/note.js'
export type { Notice, NoticeCreate, NoticeFields, NoticeWhere } from './models/notice.js'
export type { Page, PageCreate, PageFields, PageWhere } from './models/page.js'
export type { Program, ProgramCreate, ProgramFields, ProgramWhere } from './models/program.js'
export type { User, UserCreate, UserFields, UserWhere } from './models/user.js'
export type { Vault, VaultCreate, VaultFields, VaultWhere } from './models/vault.js'
export { registry } from './registry.js'
export type { Repositories } from './repositories/index.js'
export {
  BadRequest,
  Conflict,
  Forbidden,
  HttpError,
  NotFound,
  Unauthorized,
  UnprocessableEntity,
} from './runtime/errors.js'
export type { SettingValues } from './runtime/settings/reader.js'
export type { Settings } from './runtime/settings/settings.js'
export { createService } from './service.js'
export { loadSettings } from './settings.js'
