import type { Example } from '../runtime/http/actions.js'

/** The responses sent for unimplemented functions if the `examples` setting is on. */
export const examples: Readonly<Record<string, Example>> = {
  book_appointment: {
    status: 201,
    bodies: [
      {
        type: 'application/json',
        text: '{"ends":"2024-05-01T08:31:00.000Z","id":1,"price":"price-1","starts":"2024-05-01T08:31:00.000Z","state":"state-1"}',
      },
    ],
  },
  cancel_appointment: { status: 204, bodies: [] },
  complete_appointment: { status: 204, bodies: [] },
  download_attachment: { status: 200, bodies: [{ type: 'application/octet-stream', text: '' }] },
  upload_attachment: {
    status: 201,
    bodies: [{ type: 'application/json', text: '{"id":"id-1","name":"name-1"}' }],
  },
  get_revenue: { status: 200, bodies: [{ type: 'text/csv', text: 'value-1' }] },
}
