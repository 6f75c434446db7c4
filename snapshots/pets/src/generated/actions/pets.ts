import type { FastifyInstance } from 'fastify'
import { authenticatedAcl, everyoneAcl } from '../acl.js'
import { errorBody } from '../contract.js'
import { may } from '../runtime/access/access.js'
import type { ActionSpec } from '../runtime/operations/actions.js'
import type { UploadedFile } from '../runtime/operations/forms.js'
import type { Service } from '../service.js'
import type { Error, Kind, NewPet, Pet } from './types.js'

/** GET /pets */
export interface ListPets {
  params: {}
  query: {
    limit: number
    kinds?: Kind[]
    born?: {
      after?: string
      weight?: number
    }
  }
  headers: {
    'x-trace'?: string[]
  }
  cookies: {
    theme?: 'light' | 'dark'
  }
  body: undefined
  item: undefined
  result: Pet[]
  responses: {
    200: Pet[]
    '4XX': Error
  }
}

const listPets: ActionSpec = {
  name: 'list_pets',
  file: 'src/actions/list-pets.ts',
  query: {
    limit: { schema: { default: 20, maximum: 100, minimum: 1, type: 'integer' } },
    kinds: { schema: { items: { $ref: '#/$defs/Kind' }, type: 'array' }, explode: false },
    born: {
      schema: {
        properties: { after: { format: 'date', type: 'string' }, weight: { type: 'number' } },
        type: 'object',
      },
      style: 'deepObject',
    },
  },
  headers: { 'x-trace': { schema: { items: { type: 'string' }, type: 'array' } } },
  cookies: { theme: { schema: { enum: ['light', 'dark'], type: 'string' } } },
  status: 200,
  responses: { '200': { items: { $ref: '#/$defs/Pet' }, type: 'array' }, '4XX': { $ref: '#/$defs/Error' } },
}

/** POST /pets */
export interface CreatePet {
  params: {}
  query: {}
  headers: {}
  body: NewPet
  item: undefined
  result: Pet
  responses: {
    201: Pet
    400: Error
    409: Error
  }
  callersOnly: true
}

const createPet: ActionSpec = {
  name: 'create_pet',
  file: 'src/actions/create-pet.ts',
  bodies: { 'application/json': { schema: { $ref: '#/$defs/NewPet' } } },
  status: 201,
  responses: {
    '201': { $ref: '#/$defs/Pet' },
    '400': { $ref: '#/$defs/Error' },
    '409': { $ref: '#/$defs/Error' },
  },
}

/** GET /pets/by-coordinates/{point} */
export interface GetPetsByCoordinatesPoint {
  params: {
    point: {
      lat?: number
      long?: number
    }
  }
  query: {}
  headers: {}
  body: undefined
  item: undefined
  result: Pet
  responses: {
    200: Pet
  }
}

const getPetsByCoordinatesPoint: ActionSpec = {
  name: 'get_pets_by_coordinates_point',
  file: 'src/actions/get-pets-by-coordinates-point.ts',
  params: {
    point: {
      schema: { properties: { lat: { type: 'number' }, long: { type: 'number' } }, type: 'object' },
      style: 'matrix',
      explode: true,
    },
  },
  status: 200,
  type: 'application/vnd.pets+json',
  responses: { '200': { $ref: '#/$defs/Pet' } },
}

/** GET /pets/{petId} */
export interface GetPet {
  params: {
    petId: number
  }
  query: {}
  headers: {}
  body: undefined
  item: undefined
  result: Pet
  responses: {
    '2XX': Pet
    default: Error
  }
}

const getPet: ActionSpec = {
  name: 'get_pet',
  file: 'src/actions/get-pet.ts',
  params: { petId: { schema: { type: 'integer' } } },
  status: 200,
  responses: { '2XX': { $ref: '#/$defs/Pet' }, default: { $ref: '#/$defs/Error' } },
}

/** PUT /pets/{petId} */
export interface UploadPhoto {
  params: {
    petId: number
  }
  query: {}
  headers: {}
  body:
    | {
        caption?: string
        photo: UploadedFile
        position?: {
          x?: number
        }
      }
    | undefined
  item: undefined
  result: unknown
  responses: {
    204: undefined
  }
  callersOnly: true
}

const uploadPhoto: ActionSpec = {
  name: 'upload_photo',
  file: 'src/actions/upload-photo.ts',
  params: { petId: { schema: { type: 'integer' } } },
  bodies: {
    'multipart/form-data': {
      form: {
        caption: { schema: { maxLength: 20, type: 'string' } },
        photo: { schema: { format: 'binary', type: 'string' }, required: true },
        position: { schema: { properties: { x: { type: 'integer' } }, type: 'object' }, isJson: true },
      },
    },
  },
  isBodyOptional: true,
  status: 204,
  responses: { '204': null },
}

/** Adds the custom actions at and below /pets. */
export function petsActions(app: FastifyInstance, { customActions }: Service): void {
  // GET /pets
  app.get(
    '/pets',
    {
      config: { accepts: [], errors: { bodies: { '4XX': errorBody } } },
      onRequest: may('view', everyoneAcl.collection),
    },
    customActions.reading(listPets),
  )

  // POST /pets
  app.post(
    '/pets',
    {
      config: { accepts: ['scheme:key'], errors: { bodies: { '400': errorBody, '409': errorBody } } },
      onRequest: may('create', authenticatedAcl.collection),
    },
    customActions.changing(createPet),
  )

  // GET /pets/by-coordinates/{point}
  app.get(
    '/pets/by-coordinates/:point',
    { config: { accepts: [] }, onRequest: may('view', everyoneAcl.collection) },
    customActions.reading(getPetsByCoordinatesPoint),
  )

  // GET /pets/{petId}
  app.get(
    '/pets/:petId',
    {
      config: {
        accepts: ['scheme:key'],
        lifecycle: { deprecation: '@0' },
        errors: { bodies: { default: errorBody } },
      },
      onRequest: may('view', everyoneAcl.collection),
    },
    customActions.reading(getPet),
  )

  // PUT /pets/{petId}
  app.put(
    '/pets/:petId',
    {
      config: { requires: [['scheme:key', 'scheme:csrf']] },
      onRequest: may('update', authenticatedAcl.collection),
    },
    customActions.changing(uploadPhoto),
  )
}
