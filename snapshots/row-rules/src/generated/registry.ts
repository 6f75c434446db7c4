import type { GetNotesIdTitle, PostNotesIdPublish } from './actions/notes.js'
import type * as events from './events.js'
import type { NoteWhere } from './models/note.js'
import type { Repositories } from './repositories/index.js'
import { OperationRegistry } from './runtime/events/operation-registry.js'
import type { ActionFunction } from './runtime/http/actions.js'
import type { FilterFunction } from './runtime/rules/row-rules.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {
  tagged_for: FilterFunction<events.Caller, Repositories, NoteWhere>
}

/** The type of each custom action's function. */
export type Actions = {
  post_notes_id_publish: ActionFunction<PostNotesIdPublish, Repositories, events.Caller, events.EventModels>
  get_notes_id_title: ActionFunction<GetNotesIdTitle, Repositories, events.Caller, events.EventModels>
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)` or
 * `registry.action('name', …)`.
 */
export const registry = new OperationRegistry<Functions, Actions>({
  tagged_for: { kind: 'filter', file: 'src/principals/tagged-for.ts' },
  'action post_notes_id_publish': { kind: 'action', file: 'src/actions/post-notes-id-publish.ts' },
  'action get_notes_id_title': { kind: 'action', file: 'src/actions/get-notes-id-title.ts' },
})
