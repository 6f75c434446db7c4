import type { WrittenEntry } from './entry.js'

export const ramlCodes = {
  SVC2001: {
    title: 'Missing RAML header',
    meaning: 'The first line of a RAML 0.8 file must be exactly "#%RAML 0.8".',
    example: '# RAML 0.8\ntitle: Stories',
    fix: '#%RAML 0.8\ntitle: Stories',
  },
  SVC2002: {
    title: 'Unsupported RAML version',
    meaning: 'The file is written in a different version of RAML. svcgen supports only RAML 0.8.',
    example: '#%RAML 1.0\ntitle: Stories',
    fix: 'Write the API in RAML 0.8.',
  },
  SVC2003: {
    title: 'Root is not a map',
    meaning: 'The file is empty, or contains a list or a string instead of a map.',
    example: '#%RAML 0.8\n- title: Stories',
    fix: '#%RAML 0.8\ntitle: Stories',
  },
  SVC2004: {
    title: 'Missing title',
    meaning: 'An API must have a title.',
    example: '#%RAML 0.8\n/stories: {}',
    fix: '#%RAML 0.8\ntitle: Stories\n/stories: {}',
  },
  SVC2005: {
    title: 'Unknown key',
    meaning: 'RAML 0.8 does not define this key here. Keys are case-sensitive.',
    example: 'title: Stories\nbaseURI: http://localhost',
    fix: 'title: Stories\nbaseUri: http://localhost',
  },
  SVC2006: {
    title: 'Wrong value type',
    meaning: 'The value has the wrong type. The message says which type is expected.',
    example: '/stories:\n  is: paged',
    fix: '/stories:\n  is: [paged]',
  },
  SVC2007: {
    title: 'Invalid optional marker',
    meaning:
      'In traits and resource types, "?" marks methods and maps that are merged only if the target has them too. Scalar properties cannot be optional.',
    example: 'resourceTypes:\n  - collection:\n      description?: A collection',
    fix: 'resourceTypes:\n  - collection:\n      description: A collection',
  },
  SVC2011: {
    title: 'Missing version',
    meaning:
      'The base URI contains "{version}", which is replaced by the root-level "version", but that key is missing.',
    example: 'baseUri: http://localhost/{version}',
    fix: 'version: v1\nbaseUri: http://localhost/{version}',
  },
  SVC2012: {
    title: 'Version declared as a parameter',
    meaning: '"version" is a root-level key and cannot be declared as a base URI parameter.',
    example: 'baseUriParameters:\n  version: {}',
    fix: 'version: v1',
  },
  SVC2013: {
    title: 'Unknown protocol',
    meaning: 'The protocols in RAML 0.8 are HTTP and HTTPS, in uppercase.',
    example: 'protocols: [https]',
    fix: 'protocols: [HTTPS]',
  },
  SVC2014: {
    title: 'Unbalanced braces',
    meaning: 'A URI parameter is a name in braces.',
    example: '/stories/{id:',
    fix: '/stories/{id}:',
  },
  SVC2015: {
    title: 'Duplicate resource',
    meaning:
      'Two resources have the same absolute path. Perhaps one of them is nested and the other is written with its full path.',
    example: '/users/{id}: {}\n/users:\n  /{id}: {}',
    fix: '/users:\n  /{id}: {}',
  },
  SVC2016: {
    title: 'Resource inside a method',
    meaning: 'A nested resource is indented too far, so it belongs to a method and would be ignored.',
    example: '/stories:\n  get:\n    /{id}:\n      get:',
    fix: '/stories:\n  get:\n  /{id}:\n    get:',
  },
  SVC2017: {
    title: 'Duplicate declaration',
    meaning:
      'Two traits, resource types, schemas or security schemes have the same name, so one of them would be lost.',
    example: 'traits:\n  - paged: {}\n  - paged: {}',
    fix: 'traits:\n  - paged: {}',
  },
  SVC2018: {
    title: 'Path too long',
    meaning: 'Many browsers and proxies reject URLs longer than about 2,000 characters.',
    example: '/a/a/a/a and so on, with a thousand segments',
    fix: 'Use fewer or shorter segments.',
  },
  SVC2020: {
    title: 'Unknown parameter type',
    meaning: 'The type of a parameter must be string, number, integer, date, boolean or file.',
    example: 'queryParameters:\n  page:\n    type: int',
    fix: 'queryParameters:\n  page:\n    type: integer',
  },
  SVC2021: {
    title: 'Key not allowed for this type',
    meaning:
      '"enum", "pattern", "minLength" and "maxLength" apply only to strings, and "minimum" and "maximum" apply only to numbers.',
    example: 'page:\n  type: string\n  minimum: 1',
    fix: 'page:\n  type: integer\n  minimum: 1',
  },
  SVC2022: {
    title: 'Invalid enum',
    meaning: 'An "enum" must contain at least one value, and each value only once.',
    example: 'enum: [draft, draft]',
    fix: 'enum: [draft, published]',
  },
  SVC2024: {
    title: 'Parameter without types',
    meaning: 'A parameter can be a list of maps, one for each allowed type, but this list is empty.',
    example: 'queryParameters:\n  page: []',
    fix: 'queryParameters:\n  page: {}',
  },
  SVC2026: {
    severity: 'warning',
    title: 'File parameter outside a form',
    meaning: 'Only form parameters can be files. The parameter is treated as a string.',
    example: 'queryParameters:\n  picture:\n    type: file',
    fix: 'body:\n  multipart/form-data:\n    formParameters:\n      picture:\n        type: file',
  },
  SVC2030: {
    title: 'Mixed body declaration',
    meaning:
      'A body can list media types or describe a single body with the default media type, but not both.',
    example: 'body:\n  application/json:\n  schema: story',
    fix: 'body:\n  application/json:\n    schema: story',
  },
  SVC2031: {
    title: 'Body without a media type',
    meaning: 'A body without a media type uses the root-level "mediaType", but that key is missing.',
    example: 'post:\n  body:\n    schema: story',
    fix: 'post:\n  body:\n    application/json:\n      schema: story',
  },
  SVC2032: {
    title: 'Form parameters in a response',
    meaning: 'Only requests can have form parameters.',
    example: 'responses:\n  200:\n    body:\n      application/json:\n        formParameters: {}',
    fix: 'responses:\n  200:\n    body:\n      application/json:\n        schema: story',
  },
  SVC2033: {
    title: 'Form with a schema or an example',
    meaning: 'A form is described only by its parameters. It cannot have a schema or an example.',
    example: 'multipart/form-data:\n  formParameters: {}\n  example: x',
    fix: 'multipart/form-data:\n  formParameters: {}',
  },
  SVC2034: {
    title: 'Invalid status code',
    meaning: 'The keys of "responses" must be HTTP status codes, which have three digits.',
    example: 'responses:\n  ok: {}',
    fix: 'responses:\n  200: {}',
  },
  SVC2035: {
    title: 'Schema is not a string',
    meaning:
      'A schema must be a string: JSON text, an included file, or the name of an entry in the root-level "schemas".',
    example: 'schema: { "type": "object" }',
    fix: 'schema: |\n  { "type": "object" }',
  },
  SVC2036: {
    severity: 'warning',
    title: 'Example is not a string',
    meaning:
      'An example must be a string that contains the body as it is sent. JSON without a leading "|" is parsed as a YAML map.',
    example: 'example: { "name": "Tree" }',
    fix: 'example: |\n  { "name": "Tree" }',
  },
  SVC2037: {
    severity: 'warning',
    title: 'Unknown schema',
    meaning:
      'The value is neither the name of an entry in the root-level "schemas" nor JSON or XML. The body is treated as having no schema.',
    example: 'schema: stroy',
    fix: 'schema: story',
  },
  SVC2040: {
    title: 'Unknown security scheme type',
    meaning:
      'The type must be OAuth 1.0, OAuth 2.0, Basic Authentication or Digest Authentication, or it must start with "x-".',
    example: 'type: OAuth2',
    fix: 'type: OAuth 2.0',
  },
  SVC2041: {
    title: 'Missing OAuth settings',
    meaning: 'The settings for OAuth 1.0 and OAuth 2.0 must contain the URIs that a client needs.',
    example: 'type: OAuth 2.0\nsettings: {}',
    fix: 'type: OAuth 2.0\nsettings:\n  authorizationUri: https://example.com/authorize\n  accessTokenUri: https://example.com/token',
  },
  SVC2042: {
    title: 'Unknown security scheme',
    meaning: '"securedBy" names a scheme that is not declared in the root-level "securitySchemes".',
    example: 'securedBy: [ticket]',
    fix: 'securitySchemes:\n  - ticket:\n      type: x-Ticket\nsecuredBy: [ticket]',
  },
  SVC2050: {
    title: 'Unknown trait',
    meaning: '"is" names a trait that is not declared in the root-level "traits".',
    example: 'is: [pagd]',
    fix: 'is: [paged]',
  },
  SVC2051: {
    title: 'Unknown resource type',
    meaning: '"type" names a resource type that is not declared in the root-level "resourceTypes".',
    example: 'type: colection',
    fix: 'type: collection',
  },
  SVC2052: {
    title: 'Missing name',
    meaning: 'A reference to a trait or resource type, or a parameter (<<name>>), has no name.',
    example: 'is:\n  -',
    fix: 'is:\n  - paged',
  },
  SVC2053: {
    title: 'Resource type cycle',
    meaning: 'A resource type inherits from itself, directly or through other resource types.',
    example: 'resourceTypes:\n  - a: { type: b }\n  - b: { type: a }',
    fix: 'resourceTypes:\n  - a: { type: b }\n  - b: {}',
  },
  SVC2054: {
    title: 'Multiple resource types',
    meaning: 'A resource or resource type can inherit from only one resource type.',
    example: 'type: { collection: {}, paged: {} }',
    fix: 'type: collection',
  },
  SVC2055: {
    title: 'Resource inside a resource type',
    meaning: 'Resource types cannot contain nested resources.',
    example: 'resourceTypes:\n  - collection:\n      /{id}: {}',
    fix: 'Move "/{id}" to the resources that use the type.',
  },
  SVC2056: {
    title: 'Missing parameter',
    meaning: 'A trait or resource type is used without a value for one of its parameters.',
    example: 'traits:\n  - paged: { description: up to <<max>> }\n/stories:\n  is: [paged]',
    fix: 'is: [paged: { max: 100 }]',
  },
  SVC2057: {
    title: 'Reserved parameter',
    meaning: '"resourcePath", "resourcePathName" and, in traits, "methodName" are set automatically.',
    example: 'type: { collection: { resourcePath: /stories } }',
    fix: 'type: collection',
  },
  SVC2058: {
    title: 'Unknown function',
    meaning: 'The parameter is piped into a function that does not exist.',
    example: '<<resourcePathName | !singular>>',
    fix: '<<resourcePathName | !singularize>>',
  },
  SVC2059: {
    severity: 'warning',
    title: 'Unused parameter',
    meaning: 'A trait or resource type receives a parameter that it does not use.',
    example:
      'traits:\n  - paged: { description: up to <<max>> }\n/stories:\n  is: [paged: { max: 100, maximum: 100 }]',
    fix: 'is: [paged: { max: 100 }]',
  },
  SVC2060: {
    title: 'Parameter is not a string',
    meaning: 'The value of a parameter in a longer string is a map or a list.',
    example: 'traits:\n  - paged: { description: up to <<max>> }\n/stories:\n  is: [paged: { max: [100] }]',
    fix: 'is: [paged: { max: 100 }]',
  },
  SVC2061: {
    title: 'Expansion too large',
    meaning:
      'The traits and resource types of this API expand to more text than svcgen accepts, because they are deeply nested or used by a very large number of resources.',
    example: 'Twenty resource types, each of which doubles the text it passes to the next.',
    fix: 'Reduce the nesting of traits and resource types.',
  },
  SVC2062: {
    severity: 'warning',
    title: 'Map instead of a list',
    meaning:
      'In RAML 0.8, "schemas", "traits", "resourceTypes" and "securitySchemes" are lists of maps. A single map is accepted.',
    example: 'traits:\n  paged: {}',
    fix: 'traits:\n  - paged: {}',
  },
} as const satisfies Record<string, WrittenEntry>
