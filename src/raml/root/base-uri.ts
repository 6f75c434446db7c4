import type { Api, NamedParameter } from '../api.js'
import { report, type Context } from '../context.js'
import type { Field } from '../fields.js'
import { readNamedParameters, undeclared } from '../parameters/named-parameters.js'
import { variablesOf } from '../parameters/uri-template.js'
import { textAt } from '../values.js'

/**
 * Reads `baseUri` and `baseUriParameters` (RAML 0.8, "Base URI and baseUriParameters").
 * @param version the root's `version`
 */
export function readBaseUri(
  { baseUri, baseUriParameters }: { readonly baseUri?: Field; readonly baseUriParameters?: Field },
  version: string | null,
  context: Context,
): Pick<Api, 'baseUri' | 'baseUriAt' | 'baseUriParameters'> {
  const uri = textAt(baseUri?.value, 'baseUri', context)
  const at = baseUri?.value.at ?? null
  const declared = readNamedParameters(baseUriParameters?.value, 'baseUriParameters', context)
  const variables = uri === null || at === null ? [] : variablesOf(uri, at, context)
  const lacksVersion = variables.includes('version') && version === null
  if (at !== null && lacksVersion) {
    report(context, 'SVC2011', {
      message: 'The base URI contains "{version}", but the root has no "version"',
      at,
      help: 'Add "version: v1" to the root',
    })
  }
  const ofVersion = declared.find(({ name }) => name === 'version')
  if (ofVersion !== undefined) {
    report(context, 'SVC2012', {
      message: '"version" cannot be declared as a base URI parameter',
      at: ofVersion.nameAt,
      help: 'Remove it, and set "version" in the root',
    })
  }
  return {
    baseUri: lacksVersion ? null : uri,
    baseUriAt: at,
    baseUriParameters: withVariables(declared, variables, at),
  }
}

function withVariables(
  declared: readonly NamedParameter[],
  variables: readonly string[],
  at: Api['baseUriAt'],
): readonly NamedParameter[] {
  if (at === null) return declared
  const missing = variables.filter((name) => name !== 'version' && !declared.some((one) => one.name === name))
  return [...declared, ...missing.map((name) => undeclared(name, at))]
}

/** Returns the protocol in a base URI, which is the default for `protocols` (RAML 0.8, "Protocols"). */
export function schemeOf(baseUri: Field | undefined): readonly string[] {
  const value = baseUri?.value
  const scheme = value?.kind === 'scalar' ? /^(https?):/i.exec(value.source)?.[1] : undefined
  return scheme === undefined ? [] : [scheme.toUpperCase()]
}
