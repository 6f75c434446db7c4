import type { FastifyRequest } from 'fastify'
import { type PageOptions, Resource, type Within } from '../http/resource.js'
import type { Key, Row } from '../model.js'
import type { Names, Write } from '../policy/policy.js'
import type { ListQuery } from '../query/reader.js'
import type { ModelTypes } from '../repository/types.js'
import { bodyOf } from '../server/server.js'
import { type Session, both } from '../store.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The objects of the item that a PATCH replaces instead of merging into them. */
    emptied?: Readonly<Record<string, null>>
    /** What your functions select for the parameters of a list. */
    selected?: readonly object[]
    /** Whether a list contains all items, because its operation declares no limit. */
    takesAll?: boolean
    /** The keys of the items in the path, by parameter. */
    keys?: Record<string, Key | undefined>
  }
  interface FastifyContextConfig {
    /** The fields and relations that a PUT leaves as they are. */
    readonly kept?: readonly string[] | undefined
  }
}

/** More rows than a response can contain. */
const MAX_ROWS = 2 ** 31 - 2

/** What routes that the API's document declares can do with a model. */
export class ContractResource<T extends ModelTypes = ModelTypes> extends Resource<T> {
  override listQuery(request: FastifyRequest, options: PageOptions): ListQuery {
    const { take, where, ...query } = super.listQuery(request, options)
    const isWhole = request.takesAll === true && !this.policy(request).anonymousLimit
    return {
      ...query,
      take: isWhole ? MAX_ROWS : take,
      where: this.selecting(request.selected ?? []).reduce(both, where),
    }
  }

  override keyIn(request: FastifyRequest, param: string): Key | undefined {
    return ((request.keys ??= {})[param] ??= super.keyIn(request, param))
  }

  override changes(
    session: Session,
    request: FastifyRequest,
    item: T['Row'],
    within?: Within,
  ): Promise<T['Update']> {
    const existing = { ...item, ...request.emptied }
    return this.read({ session, item, action: 'update' }, request, () =>
      this.bodies.changes('update', bodyOf(request), { existing, within }),
    )
  }

  override read(
    write: Omit<Write, 'items'>,
    request: FastifyRequest,
    body: (kept: Names) => Row | Promise<Row>,
    items = this.items(write.session, request),
  ): Promise<T['Update']> {
    const { kept = [] } = request.routeOptions.config
    return super.read(write, request, (fixed) => body(new Set([...fixed, ...kept])), items)
  }
}
