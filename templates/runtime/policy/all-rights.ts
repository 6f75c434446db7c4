import { partsOf } from '../repository/parts.js'
import { OPEN } from './policy.js'
import type { Rights } from './restricted-policy.js'

/** The rights in a service without authentication. */
export const ALL_RIGHTS: Rights = {
  ...OPEN,
  checkNames: () => undefined,
  kept: async ({ items }) => partsOf(items.model).secret,
  permitted: async (_write, rows) => rows,
  permittedMany: OPEN.permitMany,
  links: async (_write, data) => data,
  linkRight: () => ({ of: 'all', unseen: null }),
  stored: async (_items, _where, data) => data,
}
