import { SETTINGS } from './settings-table.js'
import { KEYWORDS } from '../keywords/keywords.js'
import { PROPERTY_KEYS, ROOT_KEYS } from '../keywords/extension-keys.js'

/** Where a key is written: at the root of a schema, in a property, or in its `_db_settings`. */
export type KeyLevel = 'root' | 'property' | 'settings'

/** Keys from other tools, without underscores, and how to replace them. */
const ALTERNATIVES: ReadonlyMap<string, string> = new Map([
  ['secondary', 'For a many-to-many relationship, use "many_to_many": true in "_db_settings"'],
  ['back_populates', 'Use "backref_name" in "_db_settings"'],
  ['backref', 'Use "backref_name" in "_db_settings"'],
  ['related_name', 'Use "backref_name" in "_db_settings"'],
  ['on_delete', 'Use "ondelete" in "_db_settings"'],
  ['on_update', 'Use "onupdate" in "_db_settings"'],
  ['cascade', 'Use "ondelete": "CASCADE" in "_db_settings"'],
  ['nullable', 'Use "required" in "_db_settings"'],
  ['not_null', 'Use "required" in "_db_settings"'],
  ['null', 'Use "required" in "_db_settings"'],
  ['length', 'Use "max_length" in "_db_settings"'],
  ['autoincrement', 'Use "type": "id_field" in "_db_settings"'],
  ['auto_increment', 'Use "type": "id_field" in "_db_settings"'],
  ['server_default', 'Use "default" in "_db_settings"'],
  ['readonly', 'Write "readOnly": true next to "_db_settings"'],
  ['read_only', 'Write "readOnly": true next to "_db_settings"'],
  ['lazy', 'Remove it; use "_nested_relationships" at the root of the schema to return related items'],
])

/** Returns help for a key that is unknown where it is written, but has a meaning elsewhere or in another tool. */
export function explainKey(key: string, level: KeyLevel): string | undefined {
  const bare = key.replace(/^_+/, '')
  const name = bare.toLowerCase()
  if (level !== 'settings' && SETTINGS.has(bare) && !(level === 'property' && KEYWORDS.has(key)))
    return level === 'root'
      ? `Write "${bare}" in the "_db_settings" of a property`
      : `Write "${bare}" in "_db_settings"`
  const ofProperty = PROPERTY_KEYS.find((known) => known === key || known === `_${bare}`)
  if (ofProperty !== undefined) return propertyHelp(ofProperty, level)
  if (level !== 'root' && ROOT_KEYS.includes(bare)) return `Write "_${bare}" at the root of the schema`
  if (level === 'settings' && KEYWORDS.has(key)) {
    const setting = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const instead = SETTINGS.has(setting) ? `Write "${setting}", or` : 'Write'
    return `${instead} "${key}" next to "_db_settings"`
  }
  return ALTERNATIVES.get(name)
}

function propertyHelp(key: string, level: KeyLevel): string {
  if (level === 'property') return `Write "${key}"`
  return level === 'root' ? `Write "${key}" in a property` : `Write "${key}" next to "_db_settings"`
}
