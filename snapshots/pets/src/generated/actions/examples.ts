import type { Example } from '../runtime/operations/actions.js'

/** The responses sent for unimplemented functions if the `examples` setting is on. */
export const examples: Readonly<Record<string, Example>> = {
  list_pets: {
    status: 200,
    bodies: [
      {
        type: 'application/json',
        text: '[{"id":1,"children":[{"id":1,"name":"name-1"}],"kind":"cat","name":"name-1"}]',
      },
    ],
  },
  create_pet: {
    status: 201,
    bodies: [{ type: 'application/json', text: '{\n  "id": 1,\n  "kind": "dog",\n  "name": "Rex"\n}' }],
  },
  get_pets_by_coordinates_point: {
    status: 200,
    bodies: [
      {
        type: 'application/vnd.pets+json',
        text: '{"id":1,"children":[{"id":1,"name":"name-1"}],"kind":"cat","name":"name-1"}',
      },
    ],
  },
  get_pet: {
    status: 200,
    bodies: [
      {
        type: 'application/json',
        text: '{"id":1,"children":[{"id":1,"name":"name-1"}],"kind":"cat","name":"name-1"}',
      },
    ],
  },
  upload_photo: { status: 204, bodies: [] },
}
