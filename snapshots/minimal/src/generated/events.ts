import type { NoteTypes } from './models/note.js'
import type { Repositories } from './repositories/index.js'
import type { EventTag, HandlerEvent } from './runtime/events/types.js'

/** Who makes a request. */
export type Caller = never

/** What a handler of Note is given; `NoteEvent<'before_create'>` for one tag. */
export type NoteEvent<Tag extends EventTag = EventTag> = HandlerEvent<NoteTypes, Tag, Repositories, Caller>
