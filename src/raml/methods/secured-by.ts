import { didYouMean } from '../../diagnostics/nearest.js'
import { type MapNode, type Node, textOf } from '../../source/node.js'
import type { SecuredBy, SecurityScheme } from '../../api/api.js'
import { report, type Context } from '../context.js'
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

/** Returns the scopes of a scheme in `securedBy`. Reports invalid, unknown and ineffective parameters. */
function readScopes(name: string, parameters: MapNode | null, context: Context): readonly string[] {
  if (parameters === null) return []
  const scheme = context.schemes.get(name)
  if (scheme !== undefined && parameters.entries.length > 0 && !context.isTemplate)
    reportParameters(scheme, parameters, context)
  return scopesIn(parameters) ?? []
}

const OWN_KINDS: ReadonlySet<SecurityScheme['kind']> = new Set(['ticket', 'api_key', 'acl'])

/** Returns the `scopes` in the parameters of a scheme, or null if they are not a list of text. */
function scopesIn(parameters: MapNode): readonly string[] | null {
  const node = parameters.entries.find(({ key }) => key === 'scopes')?.value
  if (node === undefined) return []
  if (node.kind !== 'list') return null
  const scopes = node.items.map((item) => (item.kind === 'scalar' ? item.value : null))
  const texts = scopes.filter((scope) => typeof scope === 'string' && /^[!#-[\]-~]+$/.test(scope))
  return texts.length === scopes.length ? texts.map(String) : null
}

function reportParameters(scheme: SecurityScheme, parameters: MapNode, context: Context): void {
  if (OWN_KINDS.has(scheme.kind)) {
    report(context, 'SVC5032', {
      message: `The parameters of "${scheme.name}" have no effect, because ${scheme.type} schemes have no scopes`,
      at: parameters.at,
      help:
        scheme.kind === 'acl'
          ? 'Remove them'
          : 'Remove them, and use the rules of an x-ACL scheme to limit what users are allowed to do',
    })
    return
  }
  reportScopes(scheme, parameters, context)
}

function reportScopes(scheme: SecurityScheme, parameters: MapNode, context: Context): void {
  for (const { key, keyAt } of parameters.entries) {
    if (key === 'scopes' || scheme.oauth === null) continue
    const suggestion = didYouMean(key, ['scopes'])
    // If a misspelled "scopes" were ignored, the route would accept any token.
    report(context, suggestion === undefined ? 'SVC5032' : 'SVC5031', {
      message: `Unknown parameter "${key}" of "${scheme.name}"; an OAuth 2.0 scheme has only "scopes"`,
      at: keyAt,
      help: suggestion ?? 'Remove it',
    })
  }
  const node = parameters.entries.find(({ key }) => key === 'scopes')?.value
  const scopes = scopesIn(parameters)
  if (scopes === null) {
    report(context, 'SVC5031', {
      message: '"scopes" must be a list of scopes, without spaces and quotes',
      at: node?.at ?? parameters.at,
      help: `Write "securedBy: [${scheme.name}: { scopes: [read, write] }]"`,
    })
    return
  }
  const declared = scheme.oauth?.scopes ?? []
  for (const scope of scopes) {
    if (declared.length === 0 || declared.includes(scope)) continue
    report(context, 'SVC5033', {
      message: `"${scheme.name}" does not declare the scope "${scope}"`,
      at: node?.at ?? parameters.at,
      help: () => didYouMean(scope, declared) ?? `Use one of ${declared.join(', ')}`,
    })
  }
}
