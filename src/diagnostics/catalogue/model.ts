import type { CatalogueEntry } from './entry.js'

export const modelCodes = {} as const satisfies Record<string, CatalogueEntry>
