import type { CatalogueEntry } from './entry.js'

export const handlerCodes = {
  SVC6001: {
    severity: 'error',
    title: 'An unknown event tag',
    meaning: 'A tag is before_ or after_ and an action, such as before_create.',
    example: '"_event_handlers": { "before_craete": ["check"] }',
    mend: '"_event_handlers": { "before_create": ["check"] }',
  },
  SVC6002: {
    severity: 'error',
    title: 'A name that cannot name a file',
    meaning:
      'Each function stands in a file of its name, so that name consists of letters, digits, "_", "-" and "." and begins with a letter or "_".',
    example: '"_processors": ["../lowercase"]',
    mend: '"_processors": ["lowercase"]',
  },
  SVC6003: {
    severity: 'error',
    title: 'Two names for one file',
    meaning: 'The file of a function has its name in kebab-case, and these two names come to the same.',
    example: '"before_create": ["send_mail", "sendMail"]',
    mend: 'Use one spelling, or rename one of them.',
  },
  SVC6004: {
    severity: 'error',
    title: 'One name for two kinds of functions',
    meaning:
      'A name belongs to a handler, a processor, a principal or a default; each is called in its own way.',
    example: '"check" in "_event_handlers" and in "_processors"',
    mend: 'Rename one of them.',
  },
  SVC6005: {
    severity: 'warning',
    title: 'A tag that never fires',
    meaning: 'Log-in, log-out and registration are events of the auth model alone.',
    example: '"_event_handlers": { "after_login": ["greet"] } in story.json',
    mend: 'Move it to the schema of the auth model.',
  },
  SVC6006: {
    severity: 'warning',
    title: 'Processors that never run',
    meaning:
      'Processors change what is written to a field; a generated key and a foreign key are never written. Those of a back-reference belong to a relationship.',
    example: '"title": { "_db_settings": { "type": "string" }, "_backref_processors": ["lowercase"] }',
    mend: '"title": { "_db_settings": { "type": "string" }, "_processors": ["lowercase"] }',
  },
} as const satisfies Record<string, CatalogueEntry>
