import type { CatalogueEntry } from './entry.js'

export const ramlCodes = {} as const satisfies Record<string, CatalogueEntry>
