import type { WrittenEntry } from './entry.js'

export const openapiCodes = {
  SVC8001: {
    title: 'Unsupported version of OpenAPI',
    meaning: 'svcgen reads OpenAPI 3.0 and 3.1. The root key "openapi" has the version.',
    example: 'swagger: "2.0"',
    fix: 'Convert the file to OpenAPI 3, for example with "npx swagger2openapi", so that it begins with "openapi: 3.0.3".',
  },
  SVC8002: {
    severity: 'warning',
    title: 'Version of OpenAPI read as another one',
    meaning:
      'OpenAPI 3.2 and later are read as OpenAPI 3.1, and "3" as OpenAPI 3.0. Keys that are new in later versions are ignored.',
    example: 'openapi: 3.2.0',
    fix: 'openapi: 3.1.0',
  },
  SVC8003: {
    severity: 'warning',
    title: 'Unknown key in OpenAPI',
    meaning: 'The key does not exist in this object. Keys that begin with "x-" are allowed everywhere.',
    example: 'paths:\n  /stories:\n    get:\n      sumary: List stories',
    fix: 'paths:\n  /stories:\n    get:\n      summary: List stories',
  },
  SVC8004: {
    title: 'Wrong kind of value in OpenAPI',
    meaning: 'The value must be a map or a list, or the reference points to another kind of object.',
    example: 'paths:\n  /stories:\n    get: List stories',
    fix: 'paths:\n  /stories:\n    get:\n      summary: List stories',
  },
  SVC8005: {
    severity: 'warning',
    title: 'Ignored value in OpenAPI',
    meaning: 'The value must be a string, or true or false. The key is treated as absent.',
    example: 'deprecated: maybe',
    fix: 'deprecated: true',
  },
  SVC8006: {
    severity: 'warning',
    title: 'Missing key in OpenAPI',
    meaning: 'OpenAPI requires the key. svcgen uses a default, but other tools can reject the file.',
    example: 'info:\n  title: Stories',
    fix: 'info:\n  title: Stories\n  version: 1.0.0',
  },
  SVC8010: {
    title: 'Reference without a target',
    meaning: 'A "$ref" must point to a part of the document or of another file.',
    example: '$ref: "#/components/schemas/Storry"',
    fix: '$ref: "#/components/schemas/Story"',
  },
  SVC8011: {
    title: 'Reference cycle without content',
    meaning:
      'A reference leads back to itself without any content. Schemas can refer to themselves in their properties.',
    example: 'Story:\n  $ref: "#/components/schemas/Item"\nItem:\n  $ref: "#/components/schemas/Story"',
    fix: 'Write out one of the referenced parts.',
  },
  SVC8012: {
    severity: 'warning',
    title: 'Key next to a reference',
    meaning:
      'OpenAPI 3.0 ignores all keys next to "$ref". OpenAPI 3.1 allows keywords next to "$ref" in schemas, but only "summary" and "description" elsewhere.',
    example: '$ref: "#/components/schemas/Story"\nnullable: true',
    fix: 'nullable: true\nallOf:\n  - $ref: "#/components/schemas/Story"',
  },
  SVC8020: {
    title: 'Paths that differ only in parameter names',
    meaning: 'A request would match both paths.',
    example: '/stories/{id}: …\n/stories/{name}: …',
    fix: '/stories/{id}: …\n/stories/by-name/{name}: …',
  },
  SVC8021: {
    severity: 'warning',
    title: 'Undeclared path parameter',
    meaning: 'The path contains a parameter that "parameters" does not declare. It is read as a string.',
    example: '/stories/{id}:\n  get: {}',
    fix: '/stories/{id}:\n  parameters:\n    - { name: id, in: path, required: true, schema: { type: string } }',
  },
  SVC8022: {
    severity: 'warning',
    title: 'Path parameter that is not in the path',
    meaning: 'The path does not contain the declared parameter, which is ignored.',
    example:
      '/stories:\n  parameters:\n    - { name: id, in: path, required: true, schema: { type: string } }',
    fix: 'Remove the parameter, or add "{id}" to the path.',
  },
  SVC8023: {
    title: 'Duplicate operationId',
    meaning: 'The functions of operations are named after "operationId", which must be unique.',
    example: 'get:\n  operationId: story\npost:\n  operationId: story',
    fix: 'get:\n  operationId: getStory\npost:\n  operationId: createStory',
  },
  SVC8024: {
    severity: 'warning',
    title: 'Invalid parameter',
    meaning:
      'The parameter is declared twice, has a style that its location does not allow, has neither "schema" nor "content", or is an optional path parameter. svcgen reads it with a default instead.',
    example: '- { name: id, in: path, schema: { type: string } }',
    fix: '- { name: id, in: path, required: true, schema: { type: string } }',
  },
  SVC8025: {
    severity: 'warning',
    title: 'Path with a query or fragment, or without a slash',
    meaning:
      'A path must start with "/". Clients do not send a fragment ("#…") and send a query ("?…") separately, so that such paths are not part of the standard.',
    example: '/stories?draft=true: …',
    fix: 'Write "/stories", and declare "draft" in "parameters".',
  },
  SVC8026: {
    title: 'Parameter without a name or location',
    meaning: 'A parameter must have a "name", and "in" must be path, query, header or cookie.',
    example: '- { name: page, in: querry, schema: { type: integer } }',
    fix: '- { name: page, in: query, schema: { type: integer } }',
  },
  SVC8027: {
    severity: 'warning',
    title: 'Invalid status code',
    meaning: 'The keys of "responses" are status codes such as 200, ranges such as "2XX", and "default".',
    example: 'responses:\n  OK:\n    description: The stories',
    fix: 'responses:\n  200:\n    description: The stories',
  },
  SVC8028: {
    severity: 'warning',
    title: 'Request body of a method without one',
    meaning: 'HTTP gives the body of a GET, HEAD or TRACE request no meaning. Requests with one are a 415.',
    example: 'get:\n  requestBody: …',
    fix: 'post:\n  requestBody: …',
  },
  SVC8029: {
    severity: 'warning',
    title: 'Invalid media type',
    meaning: 'The keys of "content" are media types, such as "application/json" or "image/*".',
    example: 'content:\n  json: …',
    fix: 'content:\n  application/json: …',
  },
  SVC8030: {
    title: 'Unknown security scheme',
    meaning: '"security" names a scheme that "components.securitySchemes" does not declare.',
    example: 'security:\n  - tocken: []',
    fix: 'security:\n  - token: []',
  },
  SVC8031: {
    title: 'Invalid security scheme',
    meaning:
      'A security scheme has the type apiKey (with "name" and "in"), http (with "scheme"), oauth2, openIdConnect or mutualTLS.',
    example: 'token: { type: bearer }',
    fix: 'token: { type: http, scheme: bearer }',
  },
  SVC8032: {
    title: 'Invalid x-acl',
    meaning:
      '"x-acl" has rules in "collection" and "item", or is the name of an entry in "components.x-acls". A built-in scheme is an apiKey in a cookie ("x-ticket") or in the Authorization header ("x-api-key").',
    example: 'x-acl: storie',
    fix: 'x-acl: stories',
  },
  SVC8033: {
    title: 'Invalid date of an operation',
    meaning:
      '"x-sunset" is the date from which clients can no longer rely on an operation, and "x-deprecated-at" the date from which it is deprecated.',
    example: 'deprecated: true\nx-sunset: next year',
    fix: 'deprecated: true\nx-sunset: 2027-01-31',
  },
  SVC8040: {
    severity: 'warning',
    title: 'Keyword of another version of OpenAPI',
    meaning:
      'The schemas of OpenAPI 3.0 and 3.1 have different dialects. The keyword is read as in the other one.',
    example: 'openapi: 3.1.0\n…\ntype: string\nnullable: true',
    fix: "type: [string, 'null']",
  },
  SVC8041: {
    severity: 'warning',
    title: 'Unknown keyword in a schema',
    meaning: 'The keyword does not exist in OpenAPI 3.0, or is similar to one of JSON Schema 2020-12.',
    example: 'type: string\nmaxLenght: 10',
    fix: 'type: string\nmaxLength: 10',
  },
  SVC8042: {
    severity: 'warning',
    title: 'Invalid keyword in a schema',
    meaning:
      'The value of the keyword is not valid. The keyword is ignored, or read as what it probably means.',
    example: 'type: string\nmaxLength: "10"',
    fix: 'type: string\nmaxLength: 10',
  },
  SVC8043: {
    severity: 'warning',
    title: 'Invalid name of a component',
    meaning: 'The names of components contain only letters, digits, ".", "_" and "-".',
    example: 'components:\n  schemas:\n    Page«Story»: …',
    fix: 'components:\n  schemas:\n    StoryPage: …',
  },
  SVC8050: {
    severity: 'warning',
    title: 'Invalid server',
    meaning:
      'The path of the first server is the prefix of all routes. A variable in its URL has no default.',
    example: 'servers:\n  - url: https://api.example.com/{version}',
    fix: 'servers:\n  - url: https://api.example.com/{version}\n    variables:\n      version: { default: v1 }',
  },
  SVC8060: {
    severity: 'warning',
    title: 'Other response than declared',
    meaning:
      'The operation reads or writes stored items, and the service returns another status or body than the document declares. The emitted openapi.json describes what the service returns.',
    example: "paths:\n  /stories:\n    post:\n      responses:\n        '200': { description: The story }",
    fix: "paths:\n  /stories:\n    post:\n      responses:\n        '201': { description: The story }",
  },
  SVC8062: {
    title: 'Only some properties of a stored component',
    meaning:
      'The body or response of an operation that reads or writes stored items declares fewer properties than the component. The service accepts and returns all properties of the component, so callers could write or read what the document does not declare.',
    example:
      'paths:\n  /stories:\n    post:\n      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/NewStory" } } } }',
    fix: 'paths:\n  /stories:\n    post:\n      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Story" } } } }',
  },
  SVC8063: {
    severity: 'warning',
    title: 'Bulk operation that the document does not ask for',
    meaning:
      'PUT, PATCH and DELETE of a collection change all items that the query selects, by default every item. In an OpenAPI document, they are operations of your own unless "x-operation" says "update_many" or "delete_many".',
    example: 'paths:\n  /stories:\n    delete:\n      operationId: deleteStories',
    fix: 'paths:\n  /stories:\n    delete:\n      operationId: deleteStories\n      x-operation: delete_many',
  },
  SVC8070: {
    title: 'Parameter without a meaning',
    meaning:
      'The document declares a parameter of an operation that the service serves from stored items, and neither its name nor its type says what it does. A parameter that clients send must have an effect.',
    example: 'parameters:\n  - { name: near, in: query, schema: { type: string } }',
    fix: 'parameters:\n  - { name: near, in: query, schema: { type: string }, x-filter: city }',
  },
  SVC8071: {
    title: 'Required member without a value',
    meaning:
      'The declared response of an operation that the service serves from stored items requires a member that is not a property of the stored component and whose name says nothing about a page, or a header that the service does not know.',
    example: 'required: [data, server]\nproperties:\n  server: { type: string }',
    fix: 'required: [data, server]\nproperties:\n  server: { type: string, x-value: eu-1 }',
  },
  SVC8073: {
    title: 'Unknown operation, or a key without effect',
    meaning:
      '"x-operation" says what an operation does with the items of a stored component, and "x-queries" that a list of them takes further query parameters. The value of "x-operation" is unknown, nothing says which component is meant, or the operation is not a list.',
    example: 'put:\n  x-operation: overwrite',
    fix: 'put:\n  x-operation: replace',
  },
  SVC8061: {
    severity: 'warning',
    title: 'Schema that contains itself',
    meaning:
      'A schema refers to itself in "allOf", "anyOf" or the like, without a property or an item between. No validator could come to an end, so the reference is ignored.',
    example:
      'Pet:\n  oneOf: [{ $ref: "#/components/schemas/Cat" }]\nCat:\n  allOf: [{ $ref: "#/components/schemas/Pet" }]',
    fix: 'Pet:\n  type: object\nCat:\n  allOf: [{ $ref: "#/components/schemas/Pet" }]',
  },
  SVC8074: {
    title: 'Parameter in a path without a meaning',
    meaning:
      'A parameter above the path of a collection selects items by the relationship between the components. Here there is none, so that serving the operation would return the items of all values.',
    example: 'paths:\n  /tenants/{tenant}/files:\n    get: …',
    fix: 'paths:\n  /tenants/{tenant}/files:\n    parameters:\n      - { name: tenant, in: path, required: true, x-scope: tenant_id }',
  },
  SVC8075: {
    severity: 'warning',
    title: 'List without a limit',
    meaning:
      'The document declares a list of stored items without a parameter that limits it, so that the response contains all of them, however many there are. A response that exceeds the setting "max_response" is an error.',
    example: 'paths:\n  /stories:\n    get: …',
    fix: 'paths:\n  /stories:\n    get:\n      parameters:\n        - { name: limit, in: query, schema: { type: integer, default: 20 } }',
  },
  SVC8076: {
    severity: 'warning',
    title: 'Response that its own schema forbids',
    meaning:
      'A part of the schema of a response forbids members that another part declares, or parts of a value that the stored component declares. The service sends them, which clients that validate responses reject, and so does the service itself with "validate_responses".',
    example:
      'allOf:\n  - { type: object, additionalProperties: false, properties: { title: … } }\n  - $ref: "#/components/schemas/Order"',
    fix: 'unevaluatedProperties: false\nallOf:\n  - { type: object, properties: { title: … } }\n  - $ref: "#/components/schemas/Order"',
  },
  SVC8080: {
    title: 'Unclear relationship',
    meaning:
      'A list of items of a stored component is the other end of the property of those items that refers back. There is none, there are several, or it is unique.',
    example:
      'Trip:\n  x-stored: true\n  properties:\n    bookings: { type: array, items: { $ref: "#/components/schemas/Booking" } }',
    fix: 'Trip:\n  x-stored: true\n  properties:\n    bookings: { type: array, items: { $ref: "#/components/schemas/Booking" } }\nBooking:\n  x-stored: true\n  properties:\n    trip_id: { type: string, format: uuid, x-relation: Trip }',
  },
  SVC8081: {
    title: 'Unknown key of a stored component',
    meaning:
      'The parameter at the end of an item path names the property that identifies the items: "{id}", or "{tripId}" for "id". The component has no such property, or items are identified by another one.',
    example:
      'paths:\n  /trips/{code}: …\ncomponents:\n  schemas:\n    Trip: { properties: { id: { type: string } } }',
    fix: 'paths:\n  /trips/{id}: …',
  },
  SVC8082: {
    title: 'Key that cannot be generated',
    meaning:
      'The body that creates an item does not contain its key, so that the service generates a UUID. The schema of the key refuses it.',
    example: 'code: { type: string, maxLength: 8, readOnly: true }',
    fix: "code: { type: string, maxLength: 8, readOnly: true, x-db-settings: { default: '{{new_code}}' } }",
  },
  SVC8083: {
    severity: 'warning',
    title: 'Required property without a value',
    meaning:
      'Responses require the property, but requests that create items cannot set it, or can leave it out, and it has neither a default nor a handler. Documents of new items lack a property that no request can set, and a request that leaves out another one is rejected. (Lists and objects are empty then, so that lists of related items lack those that "minItems" requires.)',
    example:
      'required: [created_at]\nproperties:\n  created_at: { type: string, format: date-time, readOnly: true }',
    fix: "required: [created_at]\nproperties:\n  created_at: { type: string, format: date-time, readOnly: true, x-db-settings: { default: '{{datetime.datetime.utcnow}}' } }",
  },
  SVC8084: {
    severity: 'warning',
    title: 'Stored component without operations',
    meaning: 'No operation lists, shows or writes items of the component. Only your own code can use them.',
    example: 'Trip: { type: object, x-stored: true }',
    fix: 'Return the component from "GET /trips/{id}", list it in "GET /trips", or remove "x-stored". If it is for your own code, say in "x-row-rules" who may see its items.',
  },
  SVC8085: {
    severity: 'warning',
    title: 'Member of a request without an effect',
    meaning:
      'The body of an operation that the service serves from stored items declares a member that the stored component does not have, so that clients send a value that is lost. Only handlers of the model can read it.',
    example:
      'View: { x-stored: true, properties: { page_number: { type: integer } } }\nrequestBody: … { properties: { pageNumber: { type: integer } } }',
    fix: 'requestBody: … { properties: { page_number: { type: integer } } }',
  },
  SVC8086: {
    severity: 'warning',
    title: 'Key that clients must send',
    meaning:
      'The body that creates an item need not contain its key, but the schema of the key refuses a generated UUID. A request without the key is rejected.',
    example:
      'required: [name]\nproperties:\n  code: { type: string, maxLength: 8 }\n  name: { type: string }',
    fix: 'required: [code, name]\nproperties:\n  code: { type: string, maxLength: 8 }\n  name: { type: string }',
  },
  SVC8087: {
    severity: 'warning',
    title: 'Response with an item that the caller cannot view',
    meaning:
      'Row rules let callers write items, but none lets them view these: no rule has "view", or each needs related items, which a new item does not have. The operation stores the item, and its response contains none of its values, although the document declares them. With "validate_responses", it is a 500. A function of yours can return the values of the row; "document()" leaves them out as well.',
    example:
      "x-row-rules: ['allow everyone create']\npost: { responses: { '201': … { $ref: '#/components/schemas/Tip' } } }",
    fix: "x-row-rules: ['allow everyone create']\npost: { responses: { '201': { description: Stored } } }",
  },
  SVC8088: {
    severity: 'warning',
    title: 'Key that other items above can have as well',
    meaning:
      'Clients choose the key of the items, whose paths are all below those of other items. A key identifies an item among all of its component, so that a second item with the same key is a conflict, also below another item.',
    example:
      '/articles/{articleId}/translations/{locale}: …\nTranslation: { x-stored: true, properties: { locale: { enum: [de, en] }, … } }',
    fix: '/articles/{articleId}/translations/{translationId}: …\nTranslation: { x-stored: true, properties: { id: { type: string, format: uuid, readOnly: true }, … } }',
  },
  SVC8089: {
    severity: 'warning',
    title: 'Filter with the default of a shared schema',
    meaning:
      'A parameter that filters a list has a shared schema with a default. The default says what new items have, but also what the parameter is in requests without it, so that such requests do not list the other items.',
    example:
      'Status: { type: string, enum: [open, done], default: open }\nparameters: [{ name: status, in: query, schema: { $ref: "#/components/schemas/Status" } }]',
    fix: 'Status: { type: string, enum: [open, done] }\nTask: { x-stored: true, properties: { status: { allOf: [{ $ref: "#/components/schemas/Status" }], default: open } } }',
  },
  SVC8090: {
    severity: 'warning',
    title: 'Request with values that nothing can store',
    meaning:
      'The body of an operation that the service serves from stored items allows values of another type, or other values of an enum, than the stored component. Requests with such values are rejected although the document allows them.',
    example:
      'Task: { x-stored: true, properties: { state: { enum: [open, done] } } }\nrequestBody: … { properties: { state: { enum: [open, done, draft] } } }',
    fix: 'Task: { x-stored: true, properties: { state: { enum: [open, done, draft] } } }',
  },
  SVC8091: {
    severity: 'warning',
    title: 'Many-to-many list whose items have a key of its owner',
    meaning:
      'A list of a stored component is many-to-many, because no property of its items is a relationship back. One of them, however, has the name of a key of the component, such as "post_id" in the items of "comments" of Post. Without "x-relation", it is a plain value, and the list does not contain the items with it.',
    example:
      'Post: { x-stored: true, properties: { comments: { type: array, items: { $ref: … Comment } } } }\nComment: { x-stored: true, properties: { post_id: { type: integer } } }',
    fix: 'Comment: { x-stored: true, properties: { post_id: { type: integer, x-relation: Post } } }',
  },
  SVC8092: {
    severity: 'warning',
    title: 'Access to a part of a value that only an operation declares',
    meaning:
      'The schema of a request marks a part of a stored dict or list "readOnly", or that of a response marks one "writeOnly", and the stored component does not. Such keywords have an effect on whole properties, and on parts only in the schema of the component, so that clients write or read the part.',
    example:
      'Task: { x-stored: true, properties: { meta: { type: object } } }\nrequestBody: … { properties: { meta: { type: object, properties: { score: { type: integer, readOnly: true } } } } }',
    fix: 'Task: { x-stored: true, properties: { meta: { type: object, properties: { score: { type: integer, readOnly: true } } } } }',
  },
  SVC8093: {
    severity: 'warning',
    title: 'DELETE that only removes an item from a list',
    meaning:
      'A list of a stored component is many-to-many, because no property of its items is a relationship back. The items can be in several lists, so that a DELETE below one of the owners removes an item from its list and keeps the item.',
    example:
      'Carrier: { x-stored: true, properties: { vehicles: { type: array, items: { $ref: … Vehicle } } } }\n/carriers/{carrierId}/vehicles/{vehicleId}: { delete: … }',
    fix: 'vehicles: { type: array, items: { $ref: … Vehicle }, x-db-settings: { type: relationship, document: Vehicle, backref_name: carrier } }',
  },
  SVC8094: {
    severity: 'warning',
    title: 'List whose name does not fit its relationship',
    meaning:
      'A list of a stored component is the other end of the only property of its items that refers back, but neither name says so. Then the list often means something else: the "favorites" of a user are not the listings that the user sells.',
    example:
      'User: { x-stored: true, properties: { favorites: { type: array, items: { $ref: … Listing } } } }\nListing: { x-stored: true, properties: { seller: { $ref: … User } } }',
    fix: 'favorites: { type: array, items: { $ref: … Listing }, x-db-settings: { many_to_many: true } }',
  },
  SVC8095: {
    severity: 'warning',
    title: 'Parameter that refuses the keys of the items',
    meaning:
      'The parameter at the end of the path of an item accepts other values than its property has: numbers, for example, although the key is text, and a generated one a UUID. No request finds an item.',
    example:
      '/pets/{petId}: { parameters: [{ name: petId, in: path, schema: { type: integer } }] }\nPet: { x-stored: true, properties: { id: { type: string, readOnly: true } } }',
    fix: '/pets/{petId}: { parameters: [{ name: petId, in: path, schema: { type: string } }] }',
  },
  SVC8100: {
    severity: 'warning',
    title: 'Response requires what items need not have',
    meaning:
      'The schema of a response requires a property that the stored component neither requires nor has a default for, and that cannot be null. The document of an item without a value violates the schema. The same holds for a required link whose URL contains such a property.',
    example:
      'Hotel: { x-stored: true, properties: { city: { type: string } } }\nHotelSummary: { required: [city], properties: { city: { type: string } } }',
    fix: 'Hotel: { x-stored: true, required: [city], properties: { city: { type: string } } }',
  },
  SVC8101: {
    title: '"x-item" without effect',
    meaning:
      '"x-item" contains the key of the only stored item at a path without a parameter for it, such as "/settings", or "self" for the item of the caller. The operation is none on one item, nothing says which component is meant, its items cannot have the key, or no caller is identified.',
    example:
      'Settings: { x-stored: true, properties: { id: { type: integer } } }\n/settings:\n  x-item: site',
    fix: '/settings:\n  x-item: 1',
  },
  SVC8105: {
    severity: 'warning',
    title: 'Component that its discriminator never selects',
    meaning:
      'A component inherits from a stored one with a "discriminator", but none of the values that the property can have selects it. No item can be of this kind, and what the component adds is not stored.',
    example:
      'Pet: { x-stored: true, discriminator: { propertyName: kind }, properties: { kind: { enum: [feline] } } }\nCat: { allOf: [{ $ref: … Pet }, { properties: { claws: { type: integer } } }] }',
    fix: "discriminator: { propertyName: kind, mapping: { feline: '#/components/schemas/Cat' } }",
  },
  SVC8106: {
    severity: 'warning',
    title: 'Items without a path',
    meaning:
      'All paths of the items of a stored component contain a property that is not their key and that an item need not have. No operation can show or change an item without it.',
    example:
      '/publishers/{publisher}/books/{book}, with\nBook: { x-stored: true, x-key: uid, x-unique-together: [[publisher, id]], properties: { id: { type: string } } }',
    fix: "id: { type: string, x-db-settings: { default: '{{uuid.uuid4}}' } }",
  },
  SVC8113: {
    severity: 'warning',
    title: 'Required related item that callers cannot view',
    meaning:
      'Documents contain only related items that the caller is allowed to view. The response requires one whose access rules or row rules never let some of its callers view it, or whose row rules do not select the item to which each item of the response refers, so that it lacks the member. With "validate_responses", it is a 500.',
    example:
      '/orders/{id}: { x-acl: { collection: allow authenticated view } }\n/users: { x-acl: { collection: allow g:admin view } }\nOrder: { required: [buyer], properties: { buyer: { $ref: … User } } }',
    fix: '/users: { x-acl: { collection: allow g:admin view, item: allow authenticated view } }',
  },
} as const satisfies Readonly<Record<string, WrittenEntry>>
