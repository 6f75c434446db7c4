import type { CatalogueEntry } from './entry.js'

export const outputCodes = {} as const satisfies Record<string, CatalogueEntry>
