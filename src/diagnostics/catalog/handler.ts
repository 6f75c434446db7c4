import type { WrittenEntry } from './entry.js'

export const handlerCodes = {
  SVC6001: {
    title: 'Unknown event tag',
    meaning:
      'An event tag is "on_change", or "before_" or "after_" followed by an action, such as "before_create".',
    example: '"_event_handlers": { "before_craete": ["check"] }',
    fix: '"_event_handlers": { "before_create": ["check"] }',
  },
  SVC6002: {
    title: 'Function name is not a valid file name',
    meaning:
      'Each function is in a file named after it, so the name can contain only letters, digits, "_", "-" and ".", and must begin with a letter or "_".',
    example: '"_processors": ["../lowercase"]',
    fix: '"_processors": ["lowercase"]',
  },
  SVC6003: {
    title: 'Two functions share one file',
    meaning:
      'Each function has a file named after it in kebab-case. The names of two functions produce the same file name.',
    example: '"before_create": ["send_mail", "sendMail"]',
    fix: 'Use one spelling, or rename one of the functions.',
  },
  SVC6004: {
    title: 'Function name used for two kinds of functions',
    meaning:
      'A name can refer to a handler, a processor, a principal or a default, but to only one of these, because each kind has a different signature.',
    example: '"check" in both "_event_handlers" and "_processors"',
    fix: 'Rename one of the functions.',
  },
  SVC6005: {
    severity: 'warning',
    title: 'Event never occurs',
    meaning:
      'An event occurs only if the RAML file declares a method that triggers it, such as DELETE on a collection for "delete_many". Login, logout and registration events occur only for the auth model.',
    example: '"_event_handlers": { "before_delete_many": ["check"] }, and /stories has no "delete" method',
    fix: 'Declare the method, use the tag of a declared method, or remove the tag. Move handlers of login, logout and registration events to the schema of the auth model.',
  },
  SVC6006: {
    severity: 'warning',
    title: 'Processors never run',
    meaning:
      'Processors change values that are written to a field, but a generated key or a foreign key is never written directly. Processors for a back-reference must be declared on its relationship.',
    example: '"title": { "_db_settings": { "type": "string" }, "_backref_processors": ["lowercase"] }',
    fix: '"title": { "_db_settings": { "type": "string" }, "_processors": ["lowercase"] }',
  },
  SVC6007: {
    severity: 'warning',
    title: 'Routes bypass handlers',
    meaning:
      'PUT and bulk requests change items without running the "update" handlers of their model, DELETE on a collection deletes them without running the "delete" handlers, and registration creates a user without running the "create" handlers. "set" handlers run for create, update, replace, update_many and register.',
    example:
      '"_event_handlers": { "before_update": ["check_price"] }, and /stories/{id} also declares a "put" method',
    fix: '"_event_handlers": { "before_set": ["check_price"] }',
  },
  SVC6008: {
    severity: 'warning',
    title: 'Function name resembles a built-in value',
    meaning:
      'The built-in values of "default" and "onupdate" are datetime.datetime.utcnow, datetime.datetime.now, datetime.date.today, uuid.uuid4 and time.time, and user.organization for a field of the caller. Any other name refers to a function that you write in src/defaults.',
    example: '"created_at": { "_db_settings": { "type": "datetime", "default": "{{datetime.utcnow}}" } }',
    fix: '"created_at": { "_db_settings": { "type": "datetime", "default": "{{datetime.datetime.utcnow}}" } }',
  },
  SVC6009: {
    severity: 'warning',
    title: 'Links bypass handlers',
    meaning:
      'A request that sets a relationship from its "one" side changes the back-reference of the related items, without running their handlers. With "readOnly", only requests for the related items themselves can change it.',
    example: 'Appointment has "before_set" handlers, and PATCH /doctors/{id} accepts "appointments"',
    fix: '"appointments": { "readOnly": true, "_db_settings": { "type": "relationship", "document": "Appointment", "backref_name": "doctor" } }',
  },
} as const satisfies Record<string, WrittenEntry>
