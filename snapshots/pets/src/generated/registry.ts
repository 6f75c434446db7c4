import type { CreatePet, GetPet, GetPetsByCoordinatesPoint, ListPets, UploadPhoto } from './actions/pets.js'
import type * as events from './events.js'
import type { Repositories } from './repositories/index.js'
import { OperationRegistry } from './runtime/events/operation-registry.js'
import type { ActionFunction } from './runtime/http/actions.js'
import type { Respond } from './runtime/http/responses.js'
import type { SchemeFunction } from './runtime/schemes/schemes.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {}

/** The type of each custom action's function. */
export type Actions = {
  list_pets: ActionFunction<
    ListPets,
    Repositories,
    events.Caller,
    events.EventModels,
    Respond<ListPets['responses']>
  >
  create_pet: ActionFunction<
    CreatePet,
    Repositories,
    events.Caller,
    events.EventModels,
    Respond<CreatePet['responses']>
  >
  get_pets_by_coordinates_point: ActionFunction<
    GetPetsByCoordinatesPoint,
    Repositories,
    events.Caller,
    events.EventModels,
    Respond<GetPetsByCoordinatesPoint['responses']>
  >
  get_pet: ActionFunction<
    GetPet,
    Repositories,
    events.Caller,
    events.EventModels,
    Respond<GetPet['responses']>
  >
  upload_photo: ActionFunction<
    UploadPhoto,
    Repositories,
    events.Caller,
    events.EventModels,
    Respond<UploadPhoto['responses']>
  >
}

/** The type of the function that checks the credentials of each security scheme. */
export type Schemes = {
  key: SchemeFunction<{ readonly session?: string }, Pick<events.Caller, 'username'>, Repositories>
  csrf: SchemeFunction<{ readonly 'x-csrf'?: string }, Pick<events.Caller, 'username'>, Repositories>
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)` or
 * `registry.action('name', …)` or `registry.scheme('name', …)`.
 */
export const registry = new OperationRegistry<Functions, Actions, Schemes>({
  'action list_pets': { kind: 'action', file: 'src/actions/list-pets.ts' },
  'action create_pet': { kind: 'action', file: 'src/actions/create-pet.ts' },
  'action get_pets_by_coordinates_point': {
    kind: 'action',
    file: 'src/actions/get-pets-by-coordinates-point.ts',
  },
  'action get_pet': { kind: 'action', file: 'src/actions/get-pet.ts' },
  'action upload_photo': { kind: 'action', file: 'src/actions/upload-photo.ts' },
  'scheme key': { kind: 'scheme', file: 'src/schemes/key.ts' },
  'scheme csrf': { kind: 'scheme', file: 'src/schemes/csrf.ts' },
})
