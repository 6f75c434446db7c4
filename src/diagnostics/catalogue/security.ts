import type { CatalogueEntry } from './entry.js'

export const securityCodes = {} as const satisfies Record<string, CatalogueEntry>
