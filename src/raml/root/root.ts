import type { Entry, MapNode } from '../../source/node.js'
import type { SourceFile } from '../../source/span.js'
import type { Api, SecurityScheme } from '../../api/api.js'
import { readBaseUri } from './base-uri.js'
import { type Context, type Declaration, report } from '../context.js'
import { readDeclarations } from '../declarations.js'
import { readDocumentation } from './documentation.js'
import { type Field, fieldsOf, type FieldsOf, shapeOf } from '../fields.js'
import { checkParameters } from '../declared-parameters.js'
import { newExpansionBudget } from '../inheritance/instantiate.js'
import { reportTypeCycles } from '../inheritance/type-cycles.js'
import { checkTrait, checkProtocols } from '../methods/methods.js'
import { readNamedParameters } from '../parameters/named-parameters.js'
import { checkResourceType, readResource, type Progress } from '../resources.js'
import { readSchemas, schemaSource } from '../schemas.js'
import { readSecuredBy } from '../methods/secured-by.js'
import { readSecurityScheme } from '../security/security-schemes.js'
import { hasNoValue, isUnknown, textAt, reportWrongKind } from '../values.js'

const ROOT = shapeOf('the root of a RAML file', [
  'title',
  'version',
  'baseUri',
  'baseUriParameters',
  'protocols',
  'mediaType',
  'documentation',
  'schemas',
  'traits',
  'resourceTypes',
  'securitySchemes',
  'securedBy',
  'uriParameters',
])

type Root = FieldsOf<typeof ROOT>

/** Reads the root of a RAML file (RAML 0.8, "Basic Information" and the following sections). */
export function readRoot(map: MapNode, file: SourceFile, blank: Context): Api {
  const resources: Entry[] = []
  const root: Root = fieldsOf(map, ROOT, blank, (name, entry) => {
    if (!name.startsWith('/')) return { help: hintOf(entry) }
    resources.push(entry)
    return 'taken'
  })
  const { context, securitySchemes } = contextOf(root, blank)
  checkProtocols(root.protocols?.value, context)
  checkDeclarations(context)
  const progress: Progress = { budget: newExpansionBudget(), paths: new Map() }
  const version = textAt(root.version?.value, 'version', context)
  const title = readTitle(root.title, map, context)
  const [description] = readDocumentation(root.documentation?.value, context).map(({ content }) => content)
  readNamedParameters(root.uriParameters?.value, 'uriParameters', context)
  return {
    file,
    ...title,
    description: description === undefined ? null : description.replaceAll('\r\n', '\n'),
    version,
    basePath: readBaseUri(root, version, context),
    schemas: new Map(
      [...context.schemas].map(([key, { name, nameAt, text }]) => [
        key,
        { name, nameAt, source: schemaSource(text) },
      ]),
    ),
    components: null,
    requiredByUse: null,
    securitySchemes,
    securedBy: readSecuredBy(root.securedBy?.value, context),
    resources: resources.flatMap((entry) => readResource(entry, '', progress, context)),
    document: null,
  }
}

/** Reads the declarations that resources refer to, in dependency order. */
function contextOf(
  root: Root,
  blank: Context,
): { readonly context: Context; readonly securitySchemes: Api['securitySchemes'] } {
  const mediaType = textAt(root.mediaType?.value, 'mediaType', blank)
  const declared = readDeclarations(root.securitySchemes?.value, 'securitySchemes', blank)
  const context: Context = {
    ...blank,
    mediaType: mediaType === '' ? null : mediaType,
    schemas: readSchemas(root.schemas?.value, blank),
    traits: readDeclarations(root.traits?.value, 'traits', blank),
    resourceTypes: readDeclarations(root.resourceTypes?.value, 'resourceTypes', blank),
    securitySchemes: declared,
    schemes: new Map(),
  }
  const read = [...declared.byName.values()].map((scheme) => readSecurityScheme(scheme, context))
  const known = read.filter((scheme): scheme is SecurityScheme => scheme !== null)
  const securitySchemes = new Map(known.map((scheme) => [scheme.name, scheme]))
  return { context: { ...context, schemes: securitySchemes }, securitySchemes }
}

/** Checks the declarations of traits and resource types, including unused ones. */
function checkDeclarations(context: Context): void {
  const template: Context = { ...context, isTemplate: true }
  for (const declaration of [...context.traits.byName.values(), ...context.resourceTypes.byName.values()]) {
    checkParameters(declaration, template)
  }
  for (const trait of context.traits.byName.values()) checkTraitDeclaration(trait, template)
  for (const type of context.resourceTypes.byName.values()) checkResourceType(type, template)
  reportTypeCycles(template)
}

function checkTraitDeclaration({ name, value }: Declaration, context: Context): void {
  if (isUnknown(value, context)) return
  if (value.kind === 'map') checkTrait(value, context)
  else reportWrongKind(value, `Trait "${name}" must be a map`, context)
}

function readTitle(field: Field | undefined, map: MapNode, context: Context): Pick<Api, 'title' | 'titleAt'> {
  const at = field?.value.at ?? map.entries[0]?.keyAt ?? map.at
  if (field === undefined) {
    report(context, 'SVC2004', { message: 'Missing "title"', at, help: 'Add "title:" to the root' })
  }
  const title = textAt(field?.value, 'title', context)
  if (field !== undefined && !isUnknown(field.value, context) && hasNoValue(field.value)) {
    report(context, 'SVC2004', { message: 'The title is empty', at: field.keyAt, help: 'Add a title' })
  }
  return { title: title ?? '', titleAt: at }
}

function hintOf({ key, value }: Entry): string | undefined {
  const isResource = value.kind === 'map' && value.entries.length > 0
  return isResource ? `Did you mean "/${key}"? Resources start with a slash` : undefined
}
