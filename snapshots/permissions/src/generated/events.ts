import { models } from './models/index.js'
import type { EntryTypes } from './models/entry.js'
import type { FolderTypes } from './models/folder.js'
import type { LabelTypes } from './models/label.js'
import type { LedgerTypes } from './models/ledger.js'
import type { MemoTypes } from './models/memo.js'
import type { NoteTypes } from './models/note.js'
import type { NoticeTypes } from './models/notice.js'
import type { PageTypes } from './models/page.js'
import type { ProgramTypes } from './models/program.js'
import type { User, UserTypes } from './models/user.js'
import type { VaultTypes } from './models/vault.js'
import type { Repositories } from './repositories/index.js'
import { makeTestEvent, type TestEventParts } from './runtime/events/event.js'
import type { EventTag, FiredTag, HandlerEvent } from './runtime/events/types.js'

/** The user who sent a request, without the password. */
export type Caller = Omit<User, 'password'>

/** The event that handlers of Entry receive. For a single tag, use `EntryEvent<'before_create'>`. */
export type EntryEvent<Tag extends EventTag = EventTag> = HandlerEvent<EntryTypes, Tag, Repositories, Caller>

/** The event that handlers of Folder receive. For a single tag, use `FolderEvent<'before_create'>`. */
export type FolderEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  FolderTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Label receive. For a single tag, use `LabelEvent<'before_create'>`. */
export type LabelEvent<Tag extends EventTag = EventTag> = HandlerEvent<LabelTypes, Tag, Repositories, Caller>

/** The event that handlers of Ledger receive. For a single tag, use `LedgerEvent<'before_create'>`. */
export type LedgerEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  LedgerTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Memo receive. For a single tag, use `MemoEvent<'before_create'>`. */
export type MemoEvent<Tag extends EventTag = EventTag> = HandlerEvent<MemoTypes, Tag, Repositories, Caller>

/** The event that handlers of Note receive. For a single tag, use `NoteEvent<'before_create'>`. */
export type NoteEvent<Tag extends EventTag = EventTag> = HandlerEvent<NoteTypes, Tag, Repositories, Caller>

/** The event that handlers of Notice receive. For a single tag, use `NoticeEvent<'before_create'>`. */
export type NoticeEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  NoticeTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of Page receive. For a single tag, use `PageEvent<'before_create'>`. */
export type PageEvent<Tag extends EventTag = EventTag> = HandlerEvent<PageTypes, Tag, Repositories, Caller>

/** The event that handlers of Program receive. For a single tag, use `ProgramEvent<'before_create'>`. */
export type ProgramEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  ProgramTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that handlers of User receive. For a single tag, use `UserEvent<'before_create'>`. */
export type UserEvent<Tag extends EventTag = EventTag> = HandlerEvent<UserTypes, Tag, Repositories, Caller>

/** The event that handlers of Vault receive. For a single tag, use `VaultEvent<'before_create'>`. */
export type VaultEvent<Tag extends EventTag = EventTag> = HandlerEvent<VaultTypes, Tag, Repositories, Caller>

/** The types of each model, keyed by name. */
export interface EventModels {
  Entry: EntryTypes
  Folder: FolderTypes
  Label: LabelTypes
  Ledger: LedgerTypes
  Memo: MemoTypes
  Note: NoteTypes
  Notice: NoticeTypes
  Page: PageTypes
  Program: ProgramTypes
  User: UserTypes
  Vault: VaultTypes
}

/**
 * Creates an event for testing a handler without a service: `testEvent('Entry', 'before_create', { fields: { … } })`.
 * @param tag an action's tag: `before_create`, not `before_set`
 * @param parts the parts of the event read by the handler
 */
export function testEvent<Name extends keyof EventModels, Tag extends FiredTag>(
  model: Name,
  tag: Tag,
  parts: TestEventParts<EventModels[Name], Repositories, Caller> = {},
): HandlerEvent<EventModels[Name], Tag, Repositories, Caller> {
  return makeTestEvent(models, model, tag, parts)
}
