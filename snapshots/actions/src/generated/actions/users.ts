import type { FastifyInstance } from 'fastify'
import { storyAcl, userAcl } from '../acl.js'
import type { Story } from '../models/story.js'
import type { User } from '../models/user.js'
import { may, permit } from '../runtime/access/access.js'
import type { ActionSpec } from '../runtime/operations/actions.js'
import type { UploadedFile } from '../runtime/operations/forms.js'
import { withoutHashes } from '../runtime/repository/parts.js'
import type { Service } from '../service.js'

/** POST /users/{username} */
export interface PostUsersUsername {
  params: {
    username: string
  }
  query: {}
  headers: {}
  body: Buffer
  item: Omit<User, 'password'>
  result: unknown
}

const postUsersUsername: ActionSpec = {
  name: 'post_users_username',
  file: 'src/actions/post-users-username.ts',
  params: { username: { schema: { type: 'string' } } },
  bodies: { 'text/plain': {} },
  status: 200,
}

/** GET /users/{username}/avatar */
export interface GetUsersUsernameAvatar {
  params: {
    username: string
  }
  query: {}
  headers: {}
  body: undefined
  item: Omit<User, 'password'>
  result: unknown
}

const getUsersUsernameAvatar: ActionSpec = {
  name: 'get_users_username_avatar',
  file: 'src/actions/get-users-username-avatar.ts',
  params: { username: { schema: { type: 'string' } } },
  status: 200,
}

/** PUT /users/{username}/avatar */
export interface PutUsersUsernameAvatar {
  params: {
    username: string
  }
  query: {}
  headers: {}
  body: {
    image: UploadedFile
    caption?: string
  }
  item: Omit<User, 'password'>
  result: unknown
}

const putUsersUsernameAvatar: ActionSpec = {
  name: 'put_users_username_avatar',
  file: 'src/actions/put-users-username-avatar.ts',
  params: { username: { schema: { type: 'string' } } },
  bodies: {
    'multipart/form-data': {
      form: {
        image: { schema: { type: 'string', format: 'binary' }, required: true },
        caption: { schema: { type: 'string', maxLength: 20 } },
      },
    },
  },
  status: 200,
}

/** POST /users/{username}/stories/{id}/publish */
export interface PostUsersUsernameStoriesIdPublish {
  params: {
    username: string
    id: string
  }
  query: {}
  headers: {}
  body: undefined
  item: Story
  result: unknown
}

const postUsersUsernameStoriesIdPublish: ActionSpec = {
  name: 'post_users_username_stories_id_publish',
  file: 'src/actions/post-users-username-stories-id-publish.ts',
  params: { username: { schema: { type: 'string' } }, id: { schema: { type: 'string' } } },
  status: 200,
}

/** Adds the custom actions at and below /users. */
export function usersActions(app: FastifyInstance, { customActions, stories, users }: Service): void {
  // Sends a message to the user.
  app.post(
    '/users/:username',
    { onRequest: [may('view', userAcl.item), may('update', userAcl.item)] },
    customActions.changing(postUsersUsername, async (session, request) => {
      const user = await users.lock(session, request, 'username')
      await permit(session, request, 'view', userAcl, user)
      await permit(session, request, 'update', userAcl, user)
      return withoutHashes(users.model, user)
    }),
  )

  // GET /users/{username}/avatar
  app.get(
    '/users/:username/avatar',
    { onRequest: may('view', userAcl.item) },
    customActions.reading(getUsersUsernameAvatar, async (session, request) => {
      const user = await users.find(session, request, 'username')
      await permit(session, request, 'view', userAcl, user)
      return withoutHashes(users.model, user)
    }),
  )

  // PUT /users/{username}/avatar
  app.put(
    '/users/:username/avatar',
    { onRequest: [may('view', userAcl.item), may('update', userAcl.item)] },
    customActions.changing(putUsersUsernameAvatar, async (session, request) => {
      const user = await users.lock(session, request, 'username')
      await permit(session, request, 'view', userAcl, user)
      await permit(session, request, 'update', userAcl, user)
      return withoutHashes(users.model, user)
    }),
  )

  // POST /users/{username}/stories/{id}/publish
  app.post(
    '/users/:username/stories/:id/publish',
    { onRequest: [may('view', storyAcl.item), may('update', storyAcl.item)] },
    customActions.changing(postUsersUsernameStoriesIdPublish, async (session, request) => {
      const user = await users.find(session, request, 'username')
      await permit(session, request, 'view', userAcl, user)
      const story = await stories.lock(session, request, 'id', { author: users.key(user) })
      await permit(session, request, 'view', storyAcl, story)
      await permit(session, request, 'update', storyAcl, story)
      return story
    }),
  )
}
