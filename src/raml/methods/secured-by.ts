import { didYouMean } from '../../diagnostics/nearest.js'
import { type MapNode, type Node, textOf } from '../../source/node.js'
import type { SecuredBy } from '../../api/api.js'
import { report, type Context } from '../context.js'
import { readScopes } from './scopes.js'
import { hasNoValue, isUnknown, mapAt, reportWrongKind } from '../values.js'

/**
 * Reads `securedBy`, which is a list. Each item is the name of a scheme, `null` for no scheme, or a map from a name to
 * its parameters (RAML 0.8, "Usage: Applying a Security Scheme to an API").
 * @returns null if not declared
 */
export function readSecuredBy(node: Node | undefined, context: Context): readonly SecuredBy[] | null {
  if (node === undefined || isUnknown(node, context)) return null
  if (node.kind === 'list') return node.items.flatMap((item) => readItem(item, context))
  reportWrongKind(
    node,
    '"securedBy" must be a list',
    context,
    'Write "[name]", or "[null]" to allow access without a scheme',
  )
  return null
}

function readItem(item: Node, context: Context): readonly SecuredBy[] {
  if (isUnknown(item, context)) return []
  if (hasNoValue(item)) return [{ scheme: null, scopes: [], and: [], at: item.at }]
  switch (item.kind) {
    case 'scalar':
      return use(textOf(item), null, item.at, context)
    case 'map':
      return item.entries.flatMap(({ key, keyAt, value }) =>
        use(key, mapAt(value, key, context), keyAt, context),
      )
    case 'list':
      reportWrongKind(
        item,
        'Expected the name of a security scheme, or a map from a name to its parameters',
        context,
      )
      return []
  }
}

function use(
  name: string,
  parameters: MapNode | null,
  at: SecuredBy['at'],
  context: Context,
): readonly SecuredBy[] {
  const { byName, isComplete } = context.securitySchemes
  if (byName.has(name)) return [{ scheme: name, scopes: readScopes(name, parameters, context), and: [], at }]
  if (!isComplete) return []
  report(context, 'SVC2042', {
    message: `Unknown security scheme "${name}"`,
    at,
    help: () => didYouMean(name, byName.keys()) ?? 'Declare it in the root-level "securitySchemes"',
  })
  return []
}
