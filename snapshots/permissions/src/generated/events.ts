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

/** The user who makes a request, without the password. */
export type Caller = Omit<User, 'password'>

/** The event that a handler of Entry receives; `EntryEvent<'before_create'>` for a single tag. */
export type EntryEvent<Tag extends EventTag = EventTag> = HandlerEvent<EntryTypes, Tag, Repositories, Caller>

/** The event that a handler of Folder receives; `FolderEvent<'before_create'>` for a single tag. */
export type FolderEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  FolderTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that a handler of Label receives; `LabelEvent<'before_create'>` for a single tag. */
export type LabelEvent<Tag extends EventTag = EventTag> = HandlerEvent<LabelTypes, Tag, Repositories, Caller>

/** The event that a handler of Ledger receives; `LedgerEvent<'before_create'>` for a single tag. */
export type LedgerEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  LedgerTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that a handler of Memo receives; `MemoEvent<'before_create'>` for a single tag. */
export type MemoEvent<Tag extends EventTag = EventTag> = HandlerEvent<MemoTypes, Tag, Repositories, Caller>

/** The event that a handler of Note receives; `NoteEvent<'before_create'>` for a single tag. */
export type NoteEvent<Tag extends EventTag = EventTag> = HandlerEvent<NoteTypes, Tag, Repositories, Caller>

/** The event that a handler of Notice receives; `NoticeEvent<'before_create'>` for a single tag. */
export type NoticeEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  NoticeTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that a handler of Page receives; `PageEvent<'before_create'>` for a single tag. */
export type PageEvent<Tag extends EventTag = EventTag> = HandlerEvent<PageTypes, Tag, Repositories, Caller>

/** The event that a handler of Program receives; `ProgramEvent<'before_create'>` for a single tag. */
export type ProgramEvent<Tag extends EventTag = EventTag> = HandlerEvent<
  ProgramTypes,
  Tag,
  Repositories,
  Caller
>

/** The event that a handler of User receives; `UserEvent<'before_create'>` for a single tag. */
export type UserEvent<Tag extends EventTag = EventTag> = HandlerEvent<UserTypes, Tag, Repositories, Caller>

/** The event that a handler of Vault receives; `VaultEvent<'before_create'>` for a single tag. */
export type VaultEvent<Tag extends EventTag = EventTag> = HandlerEvent<VaultTypes, Tag, Repositories, Caller>

/** The types of each model, by name. */
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
 * Creates an event to test a handler without a service: `testEvent('Entry', 'before_create', { fields: { … } })`.
 * @param tag the tag of an action: `before_create`, not `before_set`
 * @param parts the parts of the event that the handler reads
 */
export function testEvent<Name extends keyof EventModels, Tag extends FiredTag>(
  model: Name,
  tag: Tag,
  parts: TestEventParts<EventModels[Name], Repositories, Caller> = {},
): HandlerEvent<EventModels[Name], Tag, Repositories, Caller> {
  return makeTestEvent(models, model, tag, parts)
}
