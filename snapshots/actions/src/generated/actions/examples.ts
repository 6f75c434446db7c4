import type { Example } from '../runtime/operations/actions.js'

/** The responses sent for unimplemented functions if the `examples` setting is on. */
export const examples: Readonly<Record<string, Example>> = {
  get_reports_monthly: {
    status: 200,
    bodies: [
      { type: 'application/json', text: '{ "stories": 12 }\n' },
      { type: 'text/csv', text: 'stories\n12\n' },
    ],
  },
  post_stories_id_publish: {
    status: 202,
    bodies: [{ type: 'application/json', text: '{ "published": true }\n' }],
  },
  delete_stories_id_publish: { status: 204, bodies: [] },
}
