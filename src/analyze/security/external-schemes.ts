import type { Collector } from '../../diagnostics/collector.js'
import type { ExternalScheme, SchemeKind } from '../../ir/index.js'
import { kebabCase } from '../../naming/words.js'
import type { Api, SecurityScheme } from '../../api/api.js'
import { locationOf } from '../location.js'
import { isFileName } from '../handlers/handlers.js'
import { isExternal, schemesNamed } from '../resources/secured-by.js'

type ExternalSource = SecurityScheme & { readonly kind: SchemeKind }

/** Returns the external schemes that an operation names, in the order of declaration. */
export function externalSchemesIn(api: Api): readonly ExternalSource[] {
  const named = schemesNamed(api)
  return [...api.securitySchemes.values()].filter(isExternal).filter(({ name }) => named.has(name))
}

export function readExternalScheme(scheme: ExternalSource): ExternalScheme {
  const { name, type, kind, description, inputs, oauth, nameAt } = scheme
  return {
    name,
    kind,
    type,
    description,
    setting: name.replace(/[^\w-]+/g, '_'),
    file: `src/schemes/${kebabCase(name)}.ts`,
    inputs,
    oauth,
    loc: locationOf(nameAt),
  }
}

export function reportSchemeNames(schemes: readonly ExternalSource[], collector: Collector): void {
  const files = new Map<string, SecurityScheme>()
  for (const scheme of schemes) {
    const { name, nameAt } = scheme
    if (!isFileName(kebabCase(name))) {
      collector.report('SVC6002', {
        message: `"${name}" is not a valid file name, so it cannot be the name of a security scheme that svcgen does not implement`,
        at: nameAt,
        help: 'Use only letters, digits and "_", and begin with a letter',
      })
      continue
    }
    const { file, setting } = readExternalScheme(scheme)
    const rival = files.get(file) ?? files.get(setting.toUpperCase())
    if (rival === undefined) {
      files.set(file, scheme)
      files.set(setting.toUpperCase(), scheme)
      continue
    }
    collector.report('SVC6003', {
      message: `The schemes "${name}" and "${rival.name}" would share a file or settings`,
      at: nameAt,
      related: [{ message: `"${rival.name}" is here`, at: rival.nameAt }],
      help: 'Rename one of them',
    })
  }
}
