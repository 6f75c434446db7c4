/** The root keys that svcgen defines in a model schema, without the underscore. */
export const ROOT_KEYS = [
  'event_handlers',
  'auth_model',
  'auth_fields',
  'public_fields',
  'hidden_fields',
  'nested_relationships',
  'nesting_depth',
  'register_fields',
  'renamed_from',
  'unique_together',
  'index_together',
  'search',
  'row_rules',
  'stored',
] as const
export type RootKey = (typeof ROOT_KEYS)[number]

/** The keys that svcgen defines in a property. */
export const PROPERTY_KEYS = [
  '_db_settings',
  '_processors',
  '_backref_processors',
  '_renamed_from',
  'readOnly',
  '_write_once',
  '_writable_by',
  '_list',
  '_backfill',
] as const
export type PropertyKey = (typeof PROPERTY_KEYS)[number]
