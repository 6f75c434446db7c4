import type { CatalogueEntry } from './entry.js'

export const modelCodes = {
  SVC4001: {
    severity: 'warning',
    title: 'Resources that only document',
    meaning:
      'Nothing can be stored for a resource without a JSON schema, at it or of its name. It is read and skipped.',
    example: '/status:\n  get:',
    mend: 'Give its POST an application/json body with a schema, or leave it as documentation.',
  },
  SVC4002: {
    severity: 'warning',
    title: 'Schemas without database settings',
    meaning:
      'Where no property has "_db_settings", every property is stored, its type taken from the JSON schema.',
    example: '{ "type": "object", "properties": { "name": { "type": "string" } } }',
    mend: '"name": { "type": "string", "_db_settings": { "type": "string" } }',
  },
  SVC4003: {
    severity: 'error',
    title: 'Two schemas for one model',
    meaning: 'Two collections are of one model by their names, but their schemas differ.',
    example: '/stories and /archive/stories, each with a schema of its own',
    mend: 'Use one schema for both, or rename one of the collections.',
  },
  SVC4004: {
    severity: 'warning',
    title: 'A differing schema on another method',
    meaning: "The schema of POST is the model's. One of PUT or PATCH that differs is not used.",
    example: 'post with schemas/story.json and put with schemas/story-update.json',
    mend: 'Use the same schema, or none, on PUT and PATCH.',
  },
  SVC4005: {
    severity: 'error',
    title: 'A parameter at the root',
    meaning: 'An item belongs to a collection, so a parameter cannot be the first segment of a path.',
    example: '/{id}:\n  get:',
    mend: '/stories:\n  /{id}:\n    get:',
  },
  SVC4006: {
    severity: 'error',
    title: "A path of the service's own",
    meaning: 'The service answers this path itself: its documentation, its health, or log-in.',
    example: '/docs:\n  get:',
    mend: 'Rename the resource.',
  },
  SVC4007: {
    severity: 'error',
    title: 'A name that makes no model name',
    meaning:
      'A model is called after its path segment, in PascalCase. The name must begin with a letter from A to Z and differ from others by more than case.',
    example: '/2nd-hand-cars with a JSON schema',
    mend: '/second-hand-cars',
  },
  SVC4008: {
    severity: 'error',
    title: 'A relationship to an unknown model',
    meaning:
      'The "document" of a relationship, or the "ref_document" of a foreign key, is the name of another model.',
    example:
      '"stories": { "_db_settings": { "type": "relationship", "document": "Storry", "backref_name": "owner" } }',
    mend: '"document": "Story"',
  },
  SVC4009: {
    severity: 'warning',
    title: 'A model name that is not exact',
    meaning: 'The name fits a model when case, "-" and "_" are ignored, and is read as that.',
    example: '"document": "life_entry" for the model LifeEntry',
    mend: '"document": "LifeEntry"',
  },
  SVC4010: {
    severity: 'error',
    title: 'A relationship without a foreign key',
    meaning:
      'With svc_sqla the model that a relationship points to needs a foreign_key field that refers back.',
    example: 'User.stories is a relationship to Story, and Story has no foreign_key to User',
    mend: '"owner_id": { "_db_settings": { "type": "foreign_key", "ref_document": "User", "ref_column": "user.username", "ref_column_type": "string" } }',
  },
  SVC4011: {
    severity: 'error',
    title: 'Several relationships, and not clear which foreign key is whose',
    meaning: 'With several relationships between two models each must name its own foreign key.',
    example: 'User.stories and User.assigned_stories, both to Story, without "foreign_keys"',
    mend: '"foreign_keys": "Story.owner_id" and "foreign_keys": "Story.assignee_id"',
  },
  SVC4012: {
    severity: 'error',
    title: 'foreign_keys names no foreign key',
    meaning:
      '"foreign_keys" is the model and the name of a foreign_key field on it that refers back to this model, and each relationship has its own.',
    example: '"foreign_keys": "Story.owner"',
    mend: '"foreign_keys": "Story.owner_id"',
  },
  SVC4013: {
    severity: 'error',
    title: 'A wrong ref_column',
    meaning: '"ref_column" is the lower-case name of the other model and the name of its primary key.',
    example: '"ref_column": "user.id", where the key of User is username',
    mend: '"ref_column": "user.username"',
  },
  SVC4014: {
    severity: 'error',
    title: 'A wrong ref_column_type',
    meaning: '"ref_column_type" is the type of the other model\'s primary key.',
    example: '"ref_column_type": "integer", where the key of User is a string',
    mend: '"ref_column_type": "string"',
  },
  SVC4015: {
    severity: 'error',
    title: 'A back-reference whose name is taken',
    meaning:
      '"backref_name" makes a field on the other model. No other field and no other back-reference there may have that name.',
    example: 'User.stories and User.assigned_stories both with "backref_name": "owner"',
    mend: 'Give the second one "backref_name": "assignee".',
  },
  SVC4016: {
    severity: 'error',
    title: 'An unknown ondelete rule',
    meaning: '"ondelete" and "backref_ondelete" are NULLIFY, CASCADE or RESTRICT.',
    example: '"ondelete": "NULIFY"',
    mend: '"ondelete": "NULLIFY"',
  },
  SVC4017: {
    severity: 'warning',
    title: 'A foreign key that no relationship uses',
    meaning:
      'A foreign key is written through the back-reference of a relationship. Without one it could never have a value, and is left out.',
    example: 'Story has a foreign_key to User, and User no relationship to Story',
    mend: 'Add a relationship to the other model, or remove the foreign key.',
  },
  SVC4018: {
    severity: 'error',
    title: 'A nested collection without a relationship',
    meaning:
      'The items below another item are those that are related to it, so the two models need a relationship.',
    example: '/users/{username}/stories, where User has no relationship to Story',
    mend: 'Add a relationship "stories" to User.',
  },
  SVC4019: {
    severity: 'error',
    title: 'A nested collection with several relationships',
    meaning: 'Several relationships lead to the model, and the path does not tell which one is meant.',
    example: '/users/{username}/texts, where User.stories and User.assigned_stories lead to Text',
    mend: 'Call the segment as the relationship: /users/{username}/assigned_stories.',
  },
  SVC4020: {
    severity: 'warning',
    title: 'Methods that do nothing',
    meaning:
      'A collection, an item and a sub-resource have a fixed set of methods. Others are read and skipped.',
    example: '/stories/{id}:\n  post:',
    mend: 'Remove the method, or move it to the collection.',
  },
  SVC4021: {
    severity: 'warning',
    title: 'Resources with schemas that cannot be stored',
    meaning:
      'The schemas have no "_db_settings", and what they describe cannot be stored as it is. The resources are read and skipped.',
    example: '/venues/{id}/photos with a plain schema: nothing relates a photo to its venue',
    mend: 'Add "_db_settings", and relationships where items are nested.',
  },
  SVC4022: {
    severity: 'error',
    title: 'One route twice',
    meaning:
      'The paths differ only in the names of their parameters, so a request could not tell them apart.',
    example: '/stories/{id} and /stories/{name}, both with get',
    mend: 'Remove one of the two.',
  },
  SVC4023: {
    severity: 'warning',
    title: 'A parameter of the base path without a value',
    meaning:
      'The path of "baseUri" has a parameter that is neither "version" nor has a default. Its name is used.',
    example: 'baseUri: https://example.com/{tenant}/api',
    mend: 'Give it a "default" in "baseUriParameters".',
  },
} as const satisfies Record<string, CatalogueEntry>
