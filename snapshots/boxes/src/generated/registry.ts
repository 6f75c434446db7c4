import type { OpenBox } from './actions/boxes.js'
import type * as events from './events.js'
import type { Repositories } from './repositories/index.js'
import { OperationRegistry } from './runtime/events/operation-registry.js'
import type { ActionFunction } from './runtime/http/actions.js'
import type { Respond } from './runtime/http/responses.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {}

/** The type of each custom action's function. */
export type Actions = {
  open_box: ActionFunction<
    OpenBox,
    Repositories,
    events.Caller,
    events.EventModels,
    Respond<OpenBox['responses']>
  >
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)` or
 * `registry.action('name', …)`.
 */
export const registry = new OperationRegistry<Functions, Actions>({
  'action open_box': { kind: 'action', file: 'src/actions/open-box.ts' },
})
