import type * as events from './events.js'
import type { NoteTypes } from './models/note.js'
import type { TaskTypes } from './models/task.js'
import type { Repositories } from './repositories/index.js'
import type { RowChange } from './runtime/changes/changes.js'
import { Registry } from './runtime/events/registry.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {
  greet: (event: events.TaskEvent<'after_create'>) => unknown
  count_up: (change: RowChange<TaskTypes, Repositories, events.Caller>) => unknown
  record: (
    change:
      RowChange<NoteTypes, Repositories, events.Caller> | RowChange<TaskTypes, Repositories, events.Caller>,
  ) => unknown
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)`.
 */
export const registry = new Registry<Functions>({
  greet: { kind: 'handler', file: 'src/handlers/greet.ts' },
  count_up: { kind: 'change handler', file: 'src/handlers/count-up.ts' },
  record: { kind: 'change handler', file: 'src/handlers/record.ts' },
})
