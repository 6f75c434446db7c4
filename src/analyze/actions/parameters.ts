import type { Collector } from '../../diagnostics/collector.js'
import type { Parameter, ParameterType } from '../../ir/index.js'
import type { NamedParameter, ParameterDeclaration } from '../../raml/api.js'
import { readPattern } from '../../schema/pattern.js'

/** Converts declared parameters. Reports and omits constraints that cannot be enforced. */
export function parametersOf(
  declared: readonly NamedParameter[],
  collector: Collector,
  isForm = false,
): readonly Parameter[] {
  return declared.flatMap((parameter) => {
    const types = parameter.declarations.map((type) => typeOf(type, parameter, isForm, collector))
    return types.length === 0 ? [] : [{ name: parameter.name, types }]
  })
}

function typeOf(
  declared: ParameterDeclaration,
  { name, nameAt }: NamedParameter,
  isForm: boolean,
  collector: Collector,
): ParameterType {
  const { displayName: _displayName, ...facets } = declared
  const type = declared.type === 'file' && !isForm ? 'string' : declared.type
  const report = (what: string): null => {
    collector.report('SVC4024', {
      message: `The ${what} of parameter "${name}" cannot be enforced; it is ignored`,
      at: nameAt,
    })
    return null
  }
  const pattern = declared.pattern === null ? null : readPattern(declared.pattern)
  const isDefault = declared.default === null || DEFAULTS[type].test(declared.default)
  return {
    ...facets,
    type,
    pattern: pattern === null ? null : 'pattern' in pattern ? pattern.pattern : report('pattern'),
    default: isDefault ? declared.default : report('default'),
  }
}

const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i

/** Matches the valid default values for each type. */
const DEFAULTS: Readonly<Record<ParameterType['type'], RegExp>> = {
  string: /^/,
  number: NUMBER,
  integer: /^[-+]?\d+$/,
  boolean: /^(?:true|false)$/,
  date: /^\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d/,
  file: /(?!)/,
}
