import type { Service } from '../ir/index.js'
import { analyzeFiles, id, schemaOf, stored } from './analyze-files.js'

const API = `title: Stories
securitySchemes:
  - ticket:
      type: x-Ticket
      settings: { secret: auth_tkt_secret, hashalg: sha512, cookie_name: auth_tkt, http_only: 'true' }
  - key:
      type: x-ApiKey
  - story_acl:
      description: Everyone reads, owners write.
      type: x-ACL
      settings:
        collection: |
          allow g:admin all
          allow everyone view, options
          allow authenticated create
        item: |
          allow g:admin all
          allow {{is_owner}} update, delete
          deny mallory view
  - idle_acl:
      type: x-ACL
      settings: { collection: allow everyone all }
securedBy: [ticket, key]
/users:
  securedBy: [story_acl]
  post:
    body: { application/json: { schema: !include user.json } }
  get:
  /{username}:
    get:
    patch:
/stories:
  securedBy: [story_acl]
  post:
    body: { application/json: { schema: !include story.json } }
  get:
  /{id}:
    get:
    delete:
/open:
  securedBy: [null]
  post:
    body: { application/json: { schema: !include open.json } }
`

/** Returns a service with all kinds of schemes, and rules for groups, users and functions. */
export function securedService(): Service {
  const user = schemaOf(
    {
      username: stored('string', { primary_key: true }),
      email: stored('string'),
      password: stored('string'),
      groups: {
        type: 'array',
        _db_settings: { type: 'list', item_type: 'string', choices: ['admin', 'user'] },
      },
    },
    {
      _auth_model: true,
      _public_fields: ['username'],
      _hidden_fields: ['password'],
      _event_handlers: { after_login: ['greet'] },
    },
  )
  const note = schemaOf({ id, name: stored('string') })
  return analyzeFiles(API, { 'user.json': user, 'story.json': note, 'open.json': note }).service
}
