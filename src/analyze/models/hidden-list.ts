import type { Property } from '../../schema/property.js'

/** Returns a list of related items that no document shows and no client writes. */
export function hiddenList({
  name,
  nameAt,
  settings,
  backrefProcessors = [],
}: Pick<Property, 'name' | 'nameAt' | 'settings'> & Partial<Pick<Property, 'backrefProcessors'>>): Property {
  return {
    name,
    nameAt,
    json: { readOnly: true },
    description: null,
    required: false,
    settings,
    settingsNode: null,
    faulty: null,
    related: null,
    processors: [],
    backrefProcessors,
    renamedFrom: null,
    backfill: null,
    writeRule: { readOnly: true, writeOnce: false, writableBy: null },
    parts: [],
    isListed: false,
  }
}
