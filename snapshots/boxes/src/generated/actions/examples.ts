import type { Example } from '../runtime/operations/actions.js'

/** The responses sent for unimplemented functions if the `examples` setting is on. */
export const examples: Readonly<Record<string, Example>> = {
  open_box: { status: 200, bodies: [{ type: 'application/json', text: 'true' }] },
}
