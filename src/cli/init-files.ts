import { editorSchemaText } from '../schema/editor/editor-schema.js'

const api = (title: string): string => `#%RAML 0.8
---
title: ${JSON.stringify(title)}
documentation:
  - title: Home
    content: Users and the stories they own.
baseUri: http://{host}:{port}/{version}
version: v1
mediaType: application/json

/users:
  displayName: All users
  get:
    description: Get all users
  post:
    description: Create a user
    body:
      application/json:
        schema: !include schemas/user.json
  /{username}:
    displayName: One user
    get:
      description: Get a user
    patch:
      description: Update a user
    delete:
      description: Delete a user
    /stories:
      displayName: Stories of one user
      get:
        description: Get the stories that a user owns
      post:
        description: Create a story that the user owns

/stories:
  displayName: All stories
  get:
    description: Get all stories
  post:
    description: Create a story
    body:
      application/json:
        schema: !include schemas/story.json
  /{id}:
    displayName: One story
    get:
      description: Get a story
    patch:
      description: Update a story
    delete:
      description: Delete a story
    /publish:
      displayName: Publication of a story
      post:
        description: Publish a story
        queryParameters:
          notify:
            description: Whether to notify the readers
            type: boolean
            default: false
        responses:
          200:
            body:
              application/json:
                schema: !include schemas/publication.json
                example: '{ "published": true, "readers": 0 }'
`

const openapi = (
  title: string,
): string => `# yaml-language-server: $schema=https://spec.openapis.org/oas/3.1/schema-base/2022-10-07
openapi: 3.1.0
info:
  title: ${JSON.stringify(title)}
  description: Users and the stories they own.
  version: v1
servers:
  - url: /v1
tags:
  - name: users
  - name: stories

paths:
  /users:
    get:
      summary: Get all users
      tags: [users]
      responses:
        200: { description: The users }
    post:
      summary: Create a user
      tags: [users]
      requestBody: { $ref: '#/components/requestBodies/User' }
      responses:
        201: { description: The user }
  /users/{username}:
    parameters:
      - $ref: '#/components/parameters/Username'
    get:
      summary: Get a user
      tags: [users]
      responses:
        200: { description: The user }
    patch:
      summary: Update a user
      tags: [users]
      requestBody: { $ref: '#/components/requestBodies/User' }
      responses:
        200: { description: The user }
    delete:
      summary: Delete a user
      tags: [users]
      responses:
        200: { description: The user was deleted }
  /users/{username}/stories:
    parameters:
      - $ref: '#/components/parameters/Username'
    get:
      summary: Get the stories that a user owns
      tags: [stories]
      responses:
        200: { description: The stories }
    post:
      summary: Create a story that the user owns
      tags: [stories]
      requestBody: { $ref: '#/components/requestBodies/Story' }
      responses:
        201: { description: The story }

  /stories:
    get:
      summary: Get all stories
      tags: [stories]
      responses:
        200: { description: The stories }
    post:
      summary: Create a story
      tags: [stories]
      requestBody: { $ref: '#/components/requestBodies/Story' }
      responses:
        201: { description: The story }
  /stories/{id}:
    parameters:
      - $ref: '#/components/parameters/StoryId'
    get:
      summary: Get a story
      tags: [stories]
      responses:
        200: { description: The story }
    patch:
      summary: Update a story
      tags: [stories]
      requestBody: { $ref: '#/components/requestBodies/Story' }
      responses:
        200: { description: The story }
    delete:
      summary: Delete a story
      tags: [stories]
      responses:
        200: { description: The story was deleted }
  /stories/{id}/publish:
    parameters:
      - $ref: '#/components/parameters/StoryId'
    post:
      operationId: publishStory
      summary: Publish a story
      tags: [stories]
      parameters:
        - name: notify
          in: query
          description: Whether to notify the readers
          schema: { type: boolean, default: false }
      responses:
        200:
          description: The publication
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Publication' }
              example: { published: true, readers: 0 }

components:
  parameters:
    Username:
      name: username
      in: path
      required: true
      schema: { type: string }
    StoryId:
      name: id
      in: path
      required: true
      schema: { type: integer }
  requestBodies:
    User:
      required: true
      content:
        application/json:
          schema: { $ref: '#/components/schemas/User' }
    Story:
      required: true
      content:
        application/json:
          schema: { $ref: '#/components/schemas/Story' }
  schemas:
    User:
      type: object
      required: [username]
      properties:
        username:
          type: string
          minLength: 1
          x-db-settings: { type: string, primary_key: true, max_length: 50 }
        name:
          type: [string, 'null']
          x-db-settings: { type: string }
        stories:
          readOnly: true
          x-db-settings: { type: relationship, document: Story, backref_name: owner }
    Story:
      type: object
      required: [title]
      x-event-handlers:
        before_set: [tidy_title]
      properties:
        id:
          x-db-settings: { type: id_field, primary_key: true }
        title:
          type: string
          minLength: 1
          x-db-settings: { type: string, required: true, max_length: 200 }
        text:
          type: [string, 'null']
          x-db-settings: { type: text }
        created_at:
          type: [string, 'null']
          format: date-time
          x-db-settings: { type: datetime, default: '{{datetime.datetime.utcnow}}' }
        owner_id:
          x-db-settings:
            type: foreign_key
            ref_document: User
            ref_column: user.username
            ref_column_type: string
    Publication:
      type: object
      required: [published]
      properties:
        published: { type: boolean }
        readers: { type: integer }
`

const user = `{
  "$schema": "http://json-schema.org/draft-04/schema#",
  "title": "User",
  "type": "object",
  "required": ["username"],
  "properties": {
    "username": {
      "type": "string",
      "minLength": 1,
      "_db_settings": { "type": "string", "primary_key": true, "max_length": 50 }
    },
    "name": {
      "type": ["string", "null"],
      "_db_settings": { "type": "string" }
    },
    "stories": {
      "_db_settings": { "type": "relationship", "document": "Story", "backref_name": "owner" },
      "readOnly": true
    }
  }
}
`

const story = `{
  "$schema": "http://json-schema.org/draft-04/schema#",
  "title": "Story",
  "type": "object",
  "required": ["title"],
  "_event_handlers": {
    "before_set": ["tidy_title"]
  },
  "properties": {
    "id": {
      "_db_settings": { "type": "id_field", "primary_key": true }
    },
    "title": {
      "type": "string",
      "minLength": 1,
      "_db_settings": { "type": "string", "required": true, "max_length": 200 }
    },
    "text": {
      "type": ["string", "null"],
      "_db_settings": { "type": "text" }
    },
    "created_at": {
      "type": ["string", "null"],
      "format": "date-time",
      "_db_settings": { "type": "datetime", "default": "{{datetime.datetime.utcnow}}" }
    },
    "owner_id": {
      "_db_settings": {
        "type": "foreign_key",
        "ref_document": "User",
        "ref_column": "user.username",
        "ref_column_type": "string"
      }
    }
  }
}
`

const publication = `{
  "$schema": "http://json-schema.org/draft-04/schema#",
  "title": "Publication",
  "type": "object",
  "required": ["published"],
  "properties": {
    "published": { "type": "boolean" },
    "readers": { "type": "integer" }
  }
}
`

const users = `{"username":"ada","name":"Ada"}
{"username":"bob","name":"Bob"}
`

const stories = `{"id":1,"title":"Notes on the engine","text":"A machine that weaves numbers.","owner":"ada"}
{"id":2,"title":"A first story","text":null,"owner":"ada"}
{"id":3,"title":"Without an owner","text":null,"owner":null}
`

/** The path of the JSON schema that describes model schemas for editors. */
const SCHEMA = '.vscode/model-schema.json'

const config = `# Options of svcgen. The command line overrides them.
# Optional parts of the project; "svcgen generate --help" lists all of them.
features: [data]
`

const settings = `{
  "json.schemas": [{ "fileMatch": ["/schemas/*.json"], "url": "./${SCHEMA}" }]
}
`

export type ApiFormat = 'raml' | 'openapi'

/**
 * Returns the files for a sample API, keyed by path, with the API first. The API has users, the stories that they own, an
 * event handler and a custom action. The files include svcgen's options and, for RAML, VS Code settings for validating
 * model schemas.
 */
export function initFiles(title: string, format: ApiFormat): ReadonlyMap<string, string> {
  if (format === 'openapi') {
    return new Map([
      ['api.yaml', openapi(title)],
      ['svcgen.config.yaml', config],
      ['seed/User.ndjson', users],
      ['seed/Story.ndjson', stories],
    ])
  }
  return new Map([
    ['api.raml', api(title)],
    ['svcgen.config.yaml', config],
    ['schemas/user.json', user],
    ['schemas/story.json', story],
    ['schemas/publication.json', publication],
    ['seed/User.ndjson', users],
    ['seed/Story.ndjson', stories],
    [SCHEMA, editorSchemaText()],
    ['.vscode/settings.json', settings],
  ])
}
