import type { Parameter as DeclaredParameter } from '../../api/api.js'
import type { Parameter, ParameterLocation, ParameterStyle } from '../../ir/index.js'

const STYLES: Readonly<Record<ParameterLocation, ParameterStyle>> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
  form: 'form',
}

/** Returns declared parameters for the IR, which omits the defaults of their location. */
export function parametersOf(
  declared: readonly DeclaredParameter[],
  location: ParameterLocation,
): readonly Parameter[] {
  return declared.map(
    ({ name, description, required, schema, style, explode, isJson, deprecated, kept }) => ({
      name,
      description,
      required,
      schema,
      ...(style === STYLES[location] ? {} : { style }),
      ...(explode === (style === 'form') ? {} : { explode }),
      ...(isJson ? { isJson } : {}),
      ...(deprecated ? { deprecated } : {}),
      ...(kept === undefined ? {} : { kept }),
    }),
  )
}
