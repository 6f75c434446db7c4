import type { CatalogueEntry } from './entry.js'

export const handlerCodes = {} as const satisfies Record<string, CatalogueEntry>
