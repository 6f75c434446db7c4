import { didYouMean } from '../../diagnostics/nearest.js'
import { type Entry, type Node, textOf } from '../../source/node.js'
import type { SecurityScheme } from '../../api/api.js'
import { type Context, type Declaration, report } from '../context.js'
import { fieldsOf, shapeOf } from '../fields.js'
import {
  checkSchemeSettings,
  inputsOf,
  isOwnType,
  isTypeName,
  kindOf,
  KNOWN_TYPES,
  OAUTH,
  oauthOf,
  requiredSettings,
} from './scheme-settings.js'
import { checkDescribedBy } from '../methods/methods.js'
import { hasNoValue, isUnknown, mapAt, scalarAt, textAt, reportWrongKind } from '../values.js'

const SCHEME = shapeOf('a security scheme', ['description', 'type', 'describedBy', 'settings'])

/** Reads a root-level security scheme. If it is invalid, reports it and returns null. */
export function readSecurityScheme(
  { name, nameAt, value }: Declaration,
  context: Context,
): SecurityScheme | null {
  if (isUnknown(value, context)) return null
  if (value.kind !== 'map') {
    reportWrongKind(value, `Security scheme "${name}" must be a map`, context)
    return null
  }
  const { description, type, describedBy, settings } = fieldsOf(value, SCHEME, context)
  const described = mapAt(describedBy?.value, 'describedBy', context)
  if (described !== null) checkDescribedBy(described, context)
  const named = type === undefined ? null : readType(type.value, context)
  if (type === undefined) reportNoType(name, nameAt, context)
  const entries = mapAt(settings?.value, 'settings', context)?.entries ?? []
  if (named === null) return null
  if (settings !== undefined) checkSettings(settings, entries, named.type, context)
  checkSchemeSettings({ ...named, settings: entries }, context)
  return {
    name,
    nameAt,
    ...named,
    description: textAt(description?.value, 'description', context),
    kind: kindOf(named.type),
    settings: isOwnType(named.type) ? entries : [],
    inputs: kindOf(named.type) === 'custom' ? inputsOf(described) : [],
    oauth: named.type === OAUTH ? oauthOf(entries) : null,
  }
}

function readType(node: Node, context: Context): Pick<SecurityScheme, 'type' | 'typeAt'> | null {
  const scalar = hasNoValue(node) ? null : scalarAt(node, 'type', context)
  const type = scalar === null ? '' : textOf(scalar)
  if (isTypeName(type)) return { type, typeAt: node.at }
  if (node.kind === 'scalar' && node.faulty !== true) {
    report(context, 'SVC2040', {
      message: `Unknown security scheme type "${type}"`,
      at: node.at,
      help: () => didYouMean(type, KNOWN_TYPES) ?? 'Start the name of a custom type with "x-"',
    })
  }
  return null
}

function reportNoType(name: string, at: SecurityScheme['nameAt'], context: Context): void {
  report(context, 'SVC2040', { message: `Security scheme "${name}" has no "type"`, at, help: 'Add a "type"' })
}

function checkSettings(settings: Entry, entries: readonly Entry[], type: string, context: Context): void {
  const missing = requiredSettings(type).filter((name) => !entries.some(({ key }) => key === name))
  if (missing.length === 0) return
  report(context, 'SVC2041', {
    message: `Missing settings for ${type}: ${missing.map((name) => `"${name}"`).join(', ')}`,
    at: settings.keyAt,
  })
}
