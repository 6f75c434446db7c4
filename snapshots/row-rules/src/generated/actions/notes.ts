import type { FastifyInstance } from 'fastify'
import { openAcl } from '../acl.js'
import type { Note } from '../models/note.js'
import { may, permit } from '../runtime/auth/access.js'
import type { ActionSpec } from '../runtime/http/actions.js'
import type { Service } from '../service.js'

/** POST /notes/{id}/publish */
export interface PostNotesIdPublish {
  params: {
    id: string
  }
  query: {}
  headers: {}
  body: undefined
  item: Note
  result: unknown
}

const postNotesIdPublish: ActionSpec = {
  name: 'post_notes_id_publish',
  file: 'src/actions/post-notes-id-publish.ts',
  params: { id: { schema: { type: 'string' } } },
  status: 200,
}

/** GET /notes/{id}/title */
export interface GetNotesIdTitle {
  params: {
    id: string
  }
  query: {}
  headers: {}
  body: undefined
  item: Note
  result: unknown
}

const getNotesIdTitle: ActionSpec = {
  name: 'get_notes_id_title',
  file: 'src/actions/get-notes-id-title.ts',
  params: { id: { schema: { type: 'string' } } },
  status: 200,
}

/** Adds the custom actions at and below /notes. */
export function notesActions(app: FastifyInstance, { customActions, notes }: Service): void {
  // Publishes a note that the caller can view.
  app.post(
    '/notes/:id/publish',
    { onRequest: [may('view', openAcl.item), may('update', openAcl.item)] },
    customActions.changing(postNotesIdPublish, async (session, request) => {
      const note = await notes.lock(session, request, 'id')
      await permit(session, request, 'view', openAcl, note)
      await permit(session, request, 'update', openAcl, note)
      await notes.checkCovered(session, request, note)
      return note
    }),
  )

  // Returns the title of a note that the caller can view.
  app.get(
    '/notes/:id/title',
    { onRequest: may('view', openAcl.item) },
    customActions.reading(getNotesIdTitle, async (session, request) => {
      const note = await notes.find(session, request, 'id')
      await permit(session, request, 'view', openAcl, note)
      return note
    }),
  )
}
