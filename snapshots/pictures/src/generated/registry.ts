import type * as events from './events.js'
import { Registry } from './runtime/events/registry.js'

/** The type of each function named in a schema or an ACL. */
export type Functions = {
  populate_exif: (event: events.PictureEvent<'before_create'>) => unknown
  populate_name: (event: events.PictureEvent<'before_create'>) => unknown
  readonly_url: (event: events.PictureEvent<'before_set'>) => unknown
  validate_url_present: (event: events.PictureEvent<'before_create'>) => unknown
}

/**
 * Your functions, keyed by name. Each file registers its function with `registry.add('name', …)`.
 */
export const registry = new Registry<Functions>({
  populate_exif: { kind: 'handler', file: 'src/handlers/populate-exif.ts' },
  populate_name: { kind: 'handler', file: 'src/handlers/populate-name.ts' },
  readonly_url: { kind: 'handler', file: 'src/handlers/readonly-url.ts' },
  validate_url_present: { kind: 'handler', file: 'src/handlers/validate-url-present.ts' },
})
