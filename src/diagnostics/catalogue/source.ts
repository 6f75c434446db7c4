import type { CatalogueEntry } from './entry.js'

export const sourceCodes = {} as const satisfies Record<string, CatalogueEntry>
