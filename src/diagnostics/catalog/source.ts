import type { WrittenEntry } from './entry.js'

export const sourceCodes = {
  SVC1001: {
    title: 'File not found',
    meaning: 'The RAML file given on the command line does not exist.',
    example: 'svcgen generate apis.raml -o out, when only api.raml exists.',
    fix: 'svcgen generate api.raml -o out',
  },
  SVC1002: {
    title: 'Not a regular file',
    meaning: 'The path refers to a folder, a device or another special file, but a text file is required.',
    example: 'schema: !include schemas',
    fix: 'schema: !include schemas/story.json',
  },
  SVC1003: {
    title: 'Cannot read file',
    meaning: 'The operating system refused to read the file, usually because of its permissions.',
    example: 'A file that only another user can read.',
    fix: "Change the file's permissions.",
  },
  SVC1004: {
    title: 'File too large',
    meaning: 'An input file can be at most 2 MB in size. A larger file was most likely included by mistake.',
    example: 'example: !include database-dump.json',
    fix: 'Include a shorter example.',
  },
  SVC1005: {
    title: 'Binary file',
    meaning: 'The file contains bytes that do not occur in text files.',
    example: 'content: !include logo.png',
    fix: 'Include a text file, and link to the image from it.',
  },
  SVC1006: {
    title: 'UTF-16 file',
    meaning: 'The file is encoded in UTF-16. Input files must be encoded in UTF-8.',
    example: 'api.raml, saved as "Unicode".',
    fix: 'Save the file as UTF-8.',
  },
  SVC1007: {
    title: 'Not UTF-8',
    meaning: 'The file contains bytes that are not valid UTF-8. It might be encoded in Latin-1.',
    example: 'api.raml with "é" as the single byte E9.',
    fix: 'Save the file as UTF-8.',
  },
  SVC1008: {
    title: 'Control character',
    meaning: 'YAML does not allow control characters except tabs and line breaks.',
    example: 'title: a title with a backspace character in it',
    fix: 'Remove the character, or use an escape such as "\\b" in a double-quoted string.',
  },
  SVC1010: {
    title: 'YAML syntax error',
    meaning:
      'The file is not well-formed YAML. Further errors in this file are reported once this one is fixed.',
    example: 'title: Stories: the API',
    fix: 'title: "Stories: the API"',
  },
  SVC1011: {
    title: 'Tab used as indentation',
    meaning: 'YAML does not allow tabs as indentation.',
    example: '/stories:\n\tget:',
    fix: '/stories:\n  get:',
  },
  SVC1012: {
    title: 'Duplicate key',
    meaning:
      'A map contains the same key twice, so one of the values would be lost. "get" and "get?" count as the same key.',
    example: 'title: Stories\ntitle: Tales',
    fix: 'title: Stories',
  },
  SVC1013: {
    title: 'Unknown tag',
    meaning: 'An unquoted value that starts with "!" is a YAML tag. RAML supports only "!include".',
    example: 'schema: !Include story.json',
    fix: 'schema: !include story.json',
  },
  SVC1014: {
    title: 'Key is not a string',
    meaning: 'Keys in RAML must be plain strings, not lists, maps or aliases.',
    example: '[200, 201]: {}',
    fix: '200: {}\n201: {}',
  },
  SVC1015: {
    title: 'Undefined alias',
    meaning:
      'An alias must refer to an anchor that has the same name and is defined earlier in the same file.',
    example: '/stories: *colection',
    fix: '/tales: &collection {}\n/stories: *collection',
  },
  SVC1016: {
    title: 'Document too large',
    meaning:
      'A document can expand to at most 500,000 values, with aliases and includes counted each time they are used. A file can have at most 400,000 tokens, and all files together, and the examples of responses, can have at most 32 MB.',
    example: 'a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b] and so on',
    fix: 'Reduce the use of aliases and includes. A typical API has a few thousand values.',
  },
  SVC1017: {
    title: 'Nesting too deep',
    meaning: 'Maps and lists can be nested at most 200 levels deep.',
    example: '[[[[[[ and so on',
    fix: 'Flatten the value.',
  },
  SVC1018: {
    title: 'Multiple YAML documents',
    meaning: 'A RAML file must contain exactly one YAML document. Further documents would be lost.',
    example: 'title: Stories\n---\n/stories: {}',
    fix: 'title: Stories\n/stories: {}',
  },
  SVC1019: {
    title: 'Unsupported YAML version',
    meaning: 'RAML 0.8 is based on YAML 1.2, but a directive in this file requests a different version.',
    example: '%YAML 1.1\n---\ntitle: Stories',
    fix: 'title: Stories',
  },
  SVC1020: {
    title: 'Invalid merge key',
    meaning: 'The merge key "<<" requires a map or a list of maps.',
    example: '<<: story',
    fix: '<<: *story',
  },
  SVC1030: {
    title: 'Include without a path',
    meaning: '"!include" must be followed by a file path.',
    example: 'schema: !include',
    fix: 'schema: !include story.json',
  },
  SVC1031: {
    title: 'Included file not found',
    meaning:
      'Paths are relative to the including file. A path with a leading "/" is relative to the RAML file\'s folder.',
    example: 'schema: !include storys.json',
    fix: 'schema: !include story.json',
  },
  SVC1032: {
    title: 'Include outside the allowed folder',
    meaning:
      "For security, svcgen reads only files in the API file's folder. Symbolic links are resolved first.",
    example: 'content: !include ../../notes.md',
    fix: 'Move the file into the folder, or allow another folder with --include-root.',
  },
  SVC1033: {
    title: 'Include of a URL',
    meaning: 'svcgen does not load files from the network.',
    example: 'schema: !include https://example.com/story.json',
    fix: 'schema: !include story.json',
  },
  SVC1034: {
    title: 'Include cycle',
    meaning: 'A file includes itself, directly or through other files.',
    example: 'In traits.raml: - !include traits.raml',
    fix: 'Remove one of the includes.',
  },
  SVC1035: {
    title: 'Parameter in an include path',
    meaning: 'Files are included before parameters of traits and resource types are replaced.',
    example: 'schema: !include <<resourcePathName>>.json',
    fix: 'Register the file in the root-level "schemas", and write "schema: <<resourcePathName>>".',
  },
  SVC1036: {
    severity: 'warning',
    title: 'Included documentation not found',
    meaning:
      'An included documentation file is missing, so its text is left out. The generated service is otherwise unaffected.',
    example: 'content: !include docs/welcom.md',
    fix: 'content: !include docs/welcome.md',
  },
  SVC1040: {
    title: 'JSON syntax error',
    meaning: 'The text must be valid JSON.',
    example: '{ "type": object }',
    fix: '{ "type": "object" }',
  },
  SVC1041: {
    title: 'Trailing comma in JSON',
    meaning: 'JSON does not allow a comma after the last value.',
    example: '{ "type": "object", }',
    fix: '{ "type": "object" }',
  },
  SVC1042: {
    title: 'Comment in JSON',
    meaning: 'JSON does not allow comments.',
    example: '{ "type": "object" } // a story',
    fix: '{ "type": "object", "description": "a story" }',
  },
  SVC1050: {
    severity: 'warning',
    title: 'Tab after a colon',
    meaning: 'YAML 1.2 allows a tab between a key and its value, but many parsers do not.',
    example: 'title:\tStories',
    fix: 'title: Stories',
  },
  SVC1051: {
    severity: 'warning',
    title: 'YAML 1.1 boolean',
    meaning:
      'RAML 0.8 is based on YAML 1.2, in which yes, no, y, n, on and off are strings, and RAML values are case-sensitive. svcgen interprets this value as a boolean anyway.',
    example: 'required: yes',
    fix: 'required: true',
  },
} as const satisfies Record<string, WrittenEntry>
