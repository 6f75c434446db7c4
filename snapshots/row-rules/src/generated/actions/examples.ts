import type { Example } from '../runtime/http/actions.js'

/** The responses sent for unimplemented functions if the `examples` setting is on. */
export const examples: Readonly<Record<string, Example>> = {
  post_notes_id_publish: { status: 200, bodies: [{ type: 'application/json', text: '{"published": true}' }] },
  get_notes_id_title: { status: 200, bodies: [{ type: 'application/json', text: '{"title": "A note"}' }] },
}
