export * from './events.js'
export type {
  Entry,
  EntryCreate,
  EntryDocument,
  EntryFields,
  EntryUpdate,
  EntryWhere,
} from './models/entry.js'
export type {
  Folder,
  FolderCreate,
  FolderDocument,
  FolderFields,
  FolderReadOnly,
  FolderUpdate,
  FolderWhere,
} from './models/folder.js'
export type {
  Label,
  LabelCreate,
  LabelDocument,
  LabelFields,
  LabelUpdate,
  LabelWhere,
} from './models/label.js'
export type {
  Ledger,
  LedgerCreate,
  LedgerDocument,
  LedgerFields,
  LedgerUpdate,
  LedgerWhere,
} from './models/ledger.js'
export type { Memo, MemoCreate, MemoDocument, MemoFields, MemoUpdate, MemoWhere } from './models/memo.js'
export type { Note, NoteCreate, NoteDocument, NoteFields, NoteUpdate, NoteWhere } from './models/note.js'
export type {
  Notice,
  NoticeCreate,
  NoticeDocument,
  NoticeFields,
  NoticeUpdate,
  NoticeWhere,
} from './models/notice.js'
export type { Page, PageCreate, PageDocument, PageFields, PageUpdate, PageWhere } from './models/page.js'
export type {
  Program,
  ProgramCreate,
  ProgramDocument,
  ProgramFields,
  ProgramUpdate,
  ProgramWhere,
} from './models/program.js'
export type {
  User,
  UserCreate,
  UserDocument,
  UserFields,
  UserGroup,
  UserUpdate,
  UserWhere,
} from './models/user.js'
export { userGroups } from './models/user.js'
export type {
  Vault,
  VaultCreate,
  VaultDocument,
  VaultFields,
  VaultUpdate,
  VaultWhere,
} from './models/vault.js'
export { registry } from './registry.js'
export type { Repositories } from './repositories/index.js'
export {
  BadRequest,
  Conflict,
  ConstraintViolation,
  Forbidden,
  HttpError,
  NotFound,
  ReferenceViolation,
  Unauthorized,
  UniqueViolation,
  UnprocessableEntity,
} from './runtime/errors.js'
export type { Json } from './runtime/json.js'
export type { SettingValues } from './runtime/settings/reader.js'
export { openModels, type OpenModels } from './database.js'
export { createService } from './service.js'
export { loadSettings, type Settings } from './settings.js'
