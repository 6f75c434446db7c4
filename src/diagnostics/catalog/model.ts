import type { WrittenEntry } from './entry.js'

export const modelCodes = {
  SVC4002: {
    severity: 'warning',
    title: 'Schema without database settings',
    meaning:
      'If no property has "_db_settings", every property is stored, with a type derived from the JSON schema.',
    example: '{ "type": "object", "properties": { "name": { "type": "string" } } }',
    fix: '"name": { "type": "string", "_db_settings": { "type": "string" } }',
  },
  SVC4003: {
    title: 'Conflicting schemas for one model',
    meaning: 'Two collections have the same model, but their schemas differ.',
    example: '/stories and /archive/stories, each with its own schema',
    fix: 'Use one schema for both, or rename one of the collections.',
  },
  SVC4004: {
    severity: 'warning',
    title: 'Different schema on another method',
    meaning: 'The POST schema defines the model. A different schema on PUT or PATCH is ignored.',
    example: 'post with schemas/story.json and put with schemas/story-update.json',
    fix: 'Use the same schema on PUT and PATCH, or none.',
  },
  SVC4005: {
    title: 'Path starts with a parameter',
    meaning: 'An item belongs to a collection, so the first segment of a path cannot be a parameter.',
    example: '/{id}:\n  get:',
    fix: '/stories:\n  /{id}:\n    get:',
  },
  SVC4006: {
    title: 'Reserved path',
    meaning:
      'The service has an authentication scheme, so it uses this path itself, to log users in, to register them, or to return the current user.',
    example: '/auth/login:\n  post:',
    fix: 'Rename the resource.',
  },
  SVC4007: {
    title: 'Invalid model name',
    meaning:
      'A model is named after its path segment, in PascalCase, which must begin with a letter from A to Z, or after its component in an OpenAPI document, where 3DScan becomes Model3DScan. The names of models must differ by more than case.',
    example: '/2nd-hand-cars with a JSON schema, or the stored components Line.Item and LineItem',
    fix: '/second-hand-cars, and the components Line.Item and OrderItem',
  },
  SVC4008: {
    title: 'Unknown model in a relationship',
    meaning:
      'The "document" of a relationship and the "ref_document" of a foreign key must name an existing model.',
    example:
      '"stories": { "_db_settings": { "type": "relationship", "document": "Storry", "backref_name": "owner" } }',
    fix: '"document": "Story"',
  },
  SVC4009: {
    severity: 'warning',
    title: 'Inexact model name',
    meaning: 'The name matches a model only when case, "-" and "_" are ignored. That model is used.',
    example: '"document": "life_entry" for the model LifeEntry',
    fix: '"document": "LifeEntry"',
  },
  SVC4010: {
    title: 'Relationship without a foreign key',
    meaning:
      'With svc_sqla, the target model of a relationship needs a foreign_key field that refers back to the model that declares the relationship.',
    example: 'User.stories is a relationship to Story, and Story has no foreign_key to User',
    fix: '"owner_id": { "_db_settings": { "type": "foreign_key", "ref_document": "User", "ref_column": "user.username", "ref_column_type": "string" } }',
  },
  SVC4011: {
    title: 'Ambiguous foreign keys',
    meaning: 'If there are several relationships between two models, each must name its foreign key.',
    example: 'User.stories and User.assigned_stories, both to Story, without "foreign_keys"',
    fix: '"foreign_keys": "Story.owner_id" and "foreign_keys": "Story.assignee_id"',
  },
  SVC4012: {
    title: 'Invalid foreign_keys',
    meaning:
      '"foreign_keys" has the form Model.field, where the field is a foreign_key that refers back to this model. Each relationship needs a separate foreign key.',
    example: '"foreign_keys": "Story.owner"',
    fix: '"foreign_keys": "Story.owner_id"',
  },
  SVC4013: {
    title: 'Invalid ref_column',
    meaning:
      '"ref_column" has the form model.key: the lowercase name of the referenced model and the name of its primary key.',
    example: '"ref_column": "user.id", where the primary key of User is "username"',
    fix: '"ref_column": "user.username"',
  },
  SVC4014: {
    title: 'Invalid type of a foreign key',
    meaning:
      '"ref_column_type" must be the type of the referenced model\'s primary key. In OpenAPI documents, the JSON type and the pattern of a property with "x-relation" must allow the keys.',
    example: '"ref_column_type": "integer", where the primary key of User is a string',
    fix: '"ref_column_type": "string"',
  },
  SVC4015: {
    title: 'Duplicate back-reference',
    meaning:
      '"backref_name" adds a field to the related model. The name must be unique among the fields and back-references of that model.',
    example: 'User.stories and User.assigned_stories both with "backref_name": "owner"',
    fix: 'Set "backref_name": "assignee" on the second relationship.',
  },
  SVC4016: {
    title: 'Unknown ondelete rule',
    meaning: '"ondelete" and "backref_ondelete" must be NULLIFY, CASCADE or RESTRICT.',
    example: '"ondelete": "NULIFY"',
    fix: '"ondelete": "NULLIFY"',
  },
  SVC4017: {
    severity: 'warning',
    title: 'Unused foreign key',
    meaning:
      'A foreign key is set through the back-reference of a relationship. Without a relationship, the foreign key could never have a value, so it is ignored.',
    example: 'Story has a foreign_key to User, but User has no relationship to Story',
    fix: 'Add a relationship to the other model, or remove the foreign key.',
  },
  SVC4018: {
    title: 'Nested collection without a relationship',
    meaning:
      'A nested collection contains the items that are related to its parent item, so there must be a relationship between the two models.',
    example: '/users/{username}/stories, where User has no relationship to Story',
    fix: 'Add a relationship "stories" to User.',
  },
  SVC4019: {
    title: 'Ambiguous nested collection',
    meaning: 'Several relationships lead to this model, and the path does not say which one to use.',
    example: '/users/{username}/texts, where User.stories and User.assigned_stories both refer to Text',
    fix: 'Name the segment after the relationship: /users/{username}/assigned_stories.',
  },
  SVC4020: {
    severity: 'warning',
    title: 'Unsupported method',
    meaning:
      'CONNECT asks a proxy to open a tunnel. It does not apply to a service, so the method is ignored.',
    example: '/stories:\n  connect:',
    fix: 'Remove the method.',
  },
  SVC4021: {
    severity: 'warning',
    title: 'Schema without a model',
    meaning:
      'The schemas have no "_db_settings", and their contents cannot be stored as they are. The operations on these resources become custom actions, whose functions you write. An operation with the same method and path as another one is ignored.',
    example: '/venues/{id}/photos with a plain JSON schema: no relationship connects a photo to its venue',
    fix: 'Add "_db_settings", and relationships for nested items, or write the functions in src/actions.',
  },
  SVC4022: {
    title: 'Duplicate route',
    meaning: 'The paths differ only in the names of their parameters, so they match the same requests.',
    example: '/stories/{id} and /stories/{name}, both with get',
    fix: 'Remove one of the routes.',
  },
  SVC4023: {
    severity: 'warning',
    title: 'Base path parameter without a value',
    meaning:
      'The path in "baseUri" contains a parameter (other than "version") with neither a default nor an enum. The name of the parameter is used as its value.',
    example: 'baseUri: https://example.com/{tenant}/api',
    fix: 'Add a "default" for the parameter in "baseUriParameters".',
  },
  SVC4024: {
    severity: 'warning',
    title: 'Unenforceable parameter constraint',
    meaning:
      'The pattern is not a valid regular expression or can take exponential time, or the default does not match the type, `enum`, bounds, lengths or pattern of its parameter. The invalid pattern or default is ignored.',
    example: 'queryParameters:\n  size:\n    type: integer\n    default: large',
    fix: 'queryParameters:\n  size:\n    type: integer\n    default: 20',
  },
  SVC4025: {
    severity: 'warning',
    title: 'Unenforceable custom action schema',
    meaning:
      'The JSON schema of a custom action, or part of it, cannot be read or enforced. The other parts are enforced.',
    example: 'schema: \'{ "$ref": "http://example.com/story.json" }\'',
    fix: 'Copy the referenced schemas into the "definitions" of this schema.',
  },
  SVC4026: {
    severity: 'warning',
    title: 'Body on a method without request bodies',
    meaning: 'GET, HEAD and TRACE requests have no body. The declaration is ignored.',
    example: '/reports:\n  get:\n    body:\n      application/json:',
    fix: 'Declare query parameters, or use POST.',
  },
  SVC4030: {
    title: 'Invalid group of fields',
    meaning:
      'A group in "_unique_together" or "_index_together" must contain at least two stored fields or back-references of the model. Lists, objects and binary values cannot be in a group.',
    example: '"_unique_together": [["project_id", "membr"]]',
    fix: '"_unique_together": [["project", "member"]]',
  },
  SVC4031: {
    severity: 'warning',
    title: 'Property with only a write rule',
    meaning:
      'A property has "readOnly", "_write_once" or "_writable_by", but neither "_db_settings" nor any other key. It is a virtual field, which is not stored. Usually, its name is misspelled, or its "_db_settings" is missing.',
    example: '"status": { "_db_settings": { "type": "string" } }, "statsu": { "readOnly": true }',
    fix: '"status": { "readOnly": true, "_db_settings": { "type": "string" } }',
  },
  SVC4032: {
    severity: 'warning',
    title: "Path of the service's own endpoint",
    meaning:
      'The service adds "/docs", "/openapi.json", "/healthz", "/readyz" and, with the feature "metrics", "/metrics". If the API declares one of these paths, the API serves it, and the service\'s own endpoint moves below "/_svc".',
    example: '/docs:\n  get:',
    fix: 'Use "/_svc/docs" for the documentation of the service, or rename the resource.',
  },
  SVC4034: {
    severity: 'warning',
    title: 'Field with the name of a query parameter',
    meaning:
      'Queries use names such as "_limit", "_sort" and "q" for paging, sorting and searching. A field with such a name is stored and shown, but queries cannot filter by it.',
    example: '"_limit": { "type": "integer", "_db_settings": { "type": "integer" } }',
    fix: '"limit": { "type": "integer", "_db_settings": { "type": "integer" } }',
  },
  SVC4033: {
    severity: 'warning',
    title: 'Plain schema that is not stored',
    meaning:
      'Other schemas of the API have "_db_settings", but this one has none. The operations that use it become custom actions: their bodies are validated and typed, and nothing is stored.',
    example:
      '/password-reset:\n  post:\n    body:\n      application/json:\n        schema: \'{ "properties": { "password": { "type": "string" } } }\'',
    fix: 'Add "_stored": false at the root of the schema to confirm this, or "_stored": true to store its properties.',
  },
  SVC4035: {
    title: 'Contradictory settings of a many-to-many relationship',
    meaning:
      'In a many-to-many relationship, both models have a list, and links are deleted together with the items at both ends.',
    example: '"many_to_many": true, "uselist": false',
    fix: '"many_to_many": true',
  },
  SVC4036: {
    title: 'Model that cannot link the items of a many-to-many relationship',
    meaning:
      'The model in "through" must refer to one item of each model: it needs exactly one to-one relation to each, no row rules, which would not restrict the lists, and no relations that are hidden from callers who see the lists.',
    example: '"many_to_many": true, "through": "Enrollment", where Enrollment refers only to Student',
    fix: 'Add a relationship to Enrollment to Course.',
  },
  SVC4037: {
    title: 'Many-to-many relationship that cannot be written',
    meaning:
      'Writing the list creates items of the model in "through", which is impossible if they need values of other fields, or if not all clients who write the list can write their relations.',
    example: '"through": "Enrollment", where Enrollment has a required "role" without a default',
    fix: 'Add a default, or "readOnly": true to both lists.',
  },
} as const satisfies Record<string, WrittenEntry>
