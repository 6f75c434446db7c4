import type { Service } from '../ir/index.js'
import type { Owner } from '../output/file.js'

/** A file to render: where it goes, and what its template prints. */
export interface Rendering extends Viewing {
  readonly path: string
  /** What it is rendered from, for the lock. */
  readonly source: string
}

/** How a view is made: of what it is given and of what it reads of the service, and of nothing else. */
export interface Viewing {
  /** Plain JSON. */
  readonly given: unknown
  /** Worked out when the file's turn comes, since there may be thousands. */
  readonly view: (service: Service) => object | Promise<object>
}

/** A view of something that is known already. Both are passed on here alone, so that no view knows what is not told of it. */
export function viewing<Given>(
  given: Given,
  view: (service: Service, given: Given) => object | Promise<object>,
): Viewing {
  return { given, view: (service) => view(service, given) }
}

/** One kind of emitted file. */
export interface Output {
  readonly owner: Owner
  /** Name under `templates/`, without `.hbs`. */
  readonly template: string
  /** The files of this kind; none where the service has no use for it. */
  readonly files: (service: Service) => readonly Rendering[]
}
