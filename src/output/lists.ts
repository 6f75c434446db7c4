import type { Service } from '../ir/index.js'

/** The lists of the IR, whose nodes are told apart. */
export const LISTS = ['models', 'relations', 'routes', 'acls', 'handlers'] as const
export type List = (typeof LISTS)[number]

/** The nodes of all lists. */
export function nodesOf(service: Service): readonly object[] {
  return LISTS.flatMap((list): readonly object[] => service[list])
}
