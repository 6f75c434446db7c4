import type { FastifyInstance } from 'fastify'
import { storyAcl } from '../acl.js'
import type { Story } from '../models/story.js'
import { may, permit, permitUnread } from '../runtime/access/access.js'
import { optionsHandler } from '../runtime/http/options.js'
import type { ActionSpec } from '../runtime/operations/actions.js'
import type { Service } from '../service.js'

/** POST /stories/{id} */
export interface PostStoriesId {
  params: {
    id: string
  }
  query: {}
  headers: {}
  body: {
    line: string
    times?: number
  }
  item: Story
  result: {
    text: string
  }
}

const postStoriesId: ActionSpec = {
  name: 'post_stories_id',
  file: 'src/actions/post-stories-id.ts',
  params: { id: { schema: { type: 'string' } } },
  bodies: {
    'application/json': {
      schema: {
        additionalProperties: false,
        properties: { line: { minLength: 1, type: 'string' }, times: { type: 'integer' } },
        required: ['line'],
        type: 'object',
      },
    },
  },
  status: 200,
}

/** POST /stories/{id}/publish */
export interface PostStoriesIdPublish {
  params: {
    id: string
  }
  query: {
    notify: boolean
    channel?: ('web' | 'print')[]
    at?: Date
  }
  headers: {
    'x-reason': string
  }
  body: undefined
  item: Story
  result: {
    published: boolean
  }
}

const postStoriesIdPublish: ActionSpec = {
  name: 'post_stories_id_publish',
  file: 'src/actions/post-stories-id-publish.ts',
  params: { id: { schema: { type: 'string' } } },
  query: {
    notify: { schema: { type: 'boolean', default: true } },
    channel: { schema: { type: 'array', items: { type: 'string', enum: ['web', 'print'] } } },
    at: { schema: { type: 'string', format: 'http-date' } },
  },
  headers: { 'x-reason': { schema: { type: 'string', minLength: 3 }, required: true } },
  status: 202,
}

/** DELETE /stories/{id}/publish */
export interface DeleteStoriesIdPublish {
  params: {
    id: string
  }
  query: {}
  headers: {}
  body: undefined
  item: Story
  result: unknown
}

const deleteStoriesIdPublish: ActionSpec = {
  name: 'delete_stories_id_publish',
  file: 'src/actions/delete-stories-id-publish.ts',
  params: { id: { schema: { type: 'string' } } },
  status: 204,
}

/** Adds the custom actions at and below /stories. */
export function storiesActions(app: FastifyInstance, { customActions, database, stories }: Service): void {
  // Adds a line to the story.
  app.post(
    '/stories/:id',
    { onRequest: [may('view', storyAcl.item), may('update', storyAcl.item)] },
    customActions.changing(postStoriesId, async (session, request) => {
      const story = await stories.lock(session, request, 'id')
      await permit(session, request, 'view', storyAcl, story)
      await permit(session, request, 'update', storyAcl, story)
      return story
    }),
  )

  // POST /stories/{id}/publish
  app.post(
    '/stories/:id/publish',
    { onRequest: [may('view', storyAcl.item), may('update', storyAcl.item)] },
    customActions.changing(postStoriesIdPublish, async (session, request) => {
      const story = await stories.lock(session, request, 'id')
      await permit(session, request, 'view', storyAcl, story)
      await permit(session, request, 'update', storyAcl, story)
      return story
    }),
  )

  // DELETE /stories/{id}/publish
  app.delete(
    '/stories/:id/publish',
    { onRequest: [may('view', storyAcl.item), may('delete', storyAcl.item)] },
    customActions.changing(deleteStoriesIdPublish, async (session, request) => {
      const story = await stories.lock(session, request, 'id')
      await permit(session, request, 'view', storyAcl, story)
      await permit(session, request, 'delete', storyAcl, story)
      return story
    }),
  )

  // OPTIONS /stories/{id}/publish
  app.options(
    '/stories/:id/publish',
    { onRequest: may('options', storyAcl.item) },
    optionsHandler('DELETE, OPTIONS, POST', async (request) => {
      await permitUnread(database, request, 'options', storyAcl, async () => {
        return stories.find(database, request, 'id')
      })
    }),
  )
}
