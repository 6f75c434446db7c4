import type { CatalogueEntry } from './entry.js'

export const schemaCodes = {} as const satisfies Record<string, CatalogueEntry>
