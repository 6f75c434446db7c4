import type * as events from './events.js'
import type { StoryFields, StoryTypes } from './models/story.js'
import type { UserFields, UserTypes } from './models/user.js'
import type { ProcessorContext, ProcessorFunction } from './runtime/events/processors.js'
import { Registry } from './runtime/events/registry.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {
  note_first: (
    event:
      | events.ProfileEvent<
          | 'after_create'
          | 'after_delete'
          | 'after_item_options'
          | 'after_replace'
          | 'after_show'
          | 'after_update'
          | 'before_create'
          | 'before_delete'
          | 'before_item_options'
          | 'before_replace'
          | 'before_show'
          | 'before_update'
        >
      | events.StoryEvent<
          | 'after_collection_options'
          | 'after_create'
          | 'after_delete'
          | 'after_delete_many'
          | 'after_index'
          | 'after_item_options'
          | 'after_replace'
          | 'after_show'
          | 'after_update'
          | 'after_update_many'
          | 'before_collection_options'
          | 'before_create'
          | 'before_delete'
          | 'before_delete_many'
          | 'before_index'
          | 'before_item_options'
          | 'before_replace'
          | 'before_show'
          | 'before_update'
          | 'before_update_many'
        >
      | events.UserEvent<
          | 'after_collection_options'
          | 'after_create'
          | 'after_delete'
          | 'after_delete_many'
          | 'after_index'
          | 'after_item_options'
          | 'after_login'
          | 'after_logout'
          | 'after_register'
          | 'after_replace'
          | 'after_show'
          | 'after_update'
          | 'after_update_many'
          | 'before_collection_options'
          | 'before_create'
          | 'before_delete'
          | 'before_delete_many'
          | 'before_index'
          | 'before_item_options'
          | 'before_login'
          | 'before_logout'
          | 'before_register'
          | 'before_replace'
          | 'before_show'
          | 'before_update'
          | 'before_update_many'
        >,
  ) => unknown
  note_second: (
    event: events.StoryEvent<
      | 'after_collection_options'
      | 'after_create'
      | 'after_delete'
      | 'after_delete_many'
      | 'after_index'
      | 'after_item_options'
      | 'after_replace'
      | 'after_show'
      | 'after_update'
      | 'after_update_many'
      | 'before_collection_options'
      | 'before_create'
      | 'before_delete'
      | 'before_delete_many'
      | 'before_index'
      | 'before_item_options'
      | 'before_replace'
      | 'before_show'
      | 'before_update'
      | 'before_update_many'
    >,
  ) => unknown
  note_set: (
    event: events.StoryEvent<'after_set' | 'before_set'> | events.UserEvent<'after_set' | 'before_set'>,
  ) => unknown
  note_again: ProcessorFunction<
    StoryFields['title'],
    ProcessorContext<StoryTypes, 'title', events.StoryEvent<'before_set'>>
  >
  note_owner: ProcessorFunction<
    StoryFields['owner'],
    ProcessorContext<StoryTypes, 'owner', events.StoryEvent<'before_set'>>
  >
  note_processor: ProcessorFunction<
    StoryFields['title'] | UserFields['username'],
    | ProcessorContext<StoryTypes, 'title', events.StoryEvent<'before_set'>>
    | ProcessorContext<UserTypes, 'username', events.UserEvent<'before_set'>>
  >
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)`.
 */
export const registry = new Registry<Functions>({
  note_first: { kind: 'handler', file: 'src/handlers/note-first.ts' },
  note_second: { kind: 'handler', file: 'src/handlers/note-second.ts' },
  note_set: { kind: 'handler', file: 'src/handlers/note-set.ts' },
  note_again: { kind: 'processor', file: 'src/processors/note-again.ts' },
  note_owner: { kind: 'processor', file: 'src/processors/note-owner.ts' },
  note_processor: { kind: 'processor', file: 'src/processors/note-processor.ts' },
})
