import { NotImplemented, registry } from '../generated/index.js'

/** GET /pets/by-coordinates/{point} */
registry.action(
  'get_pets_by_coordinates_point',
  async ({ params, user, models, request, reply, respond }) => {
    throw new NotImplemented()
  },
)
