import { posix } from 'node:path'
import Handlebars from 'handlebars/runtime.js'
import templates from 'virtual:templates'
import type { FeatureName } from '../features.js'
import type { Content } from './files.js'
import type { Service } from '../ir/index.js'
import { Imports } from './imports.js'
import { codeCell, docComment } from './literal.js'

/** The folder of the partial templates, whose names are their paths below it. */
const PARTIALS = 'partials/'

const TEMPLATES = new Map(
  Object.entries(templates).map(([name, specification]) => [name, Handlebars.template(specification)]),
)
for (const [name, template] of TEMPLATES)
  if (name.startsWith(PARTIALS)) Handlebars.registerPartial(name.slice(PARTIALS.length), template)

/** Stands for the imports until the rest of a file is rendered. */
const PLACEHOLDER = '\0imports\0'

/**
 * Renders `templates/project/<template>.hbs`.
 * - `{{use "name"}}` prints a name and records it in the imports of the file.
 * - `{{imports}}` prints the import statements for all names that the file uses.
 * - `{{exported "name"}}` prints a name that the file exports from another module.
 * - `{{#docComment}}…{{/docComment}}` prints a documentation comment whose lines are wrapped.
 * - `{{code text}}` prints text as code in a cell of a Markdown table.
 * - `{{runtime "folder/file"}}` prints the path of a file of the runtime, which the file imports.
 * - `{{point "name"}}` prints what the features of the service add: their templates of this name.
 * @param viewOf returns the values that the template prints besides the facts of the service
 * @param path the path of the file
 */
export function render(
  template: string,
  service: Service,
  viewOf: (imports: Imports) => object,
  path = template,
): Content {
  const imports = new Imports(path.replace(/^src\/generated\//, ''), service)
  const view = { ...factsOf(service), ...viewOf(imports) }
  const runtime = new Set<string>()
  const toRuntime = posix.relative(posix.dirname(template), 'src/generated/runtime').replace(/^(?!\.)/, './')
  const helpers = {
    use: (used: string, ...folder: readonly unknown[]) =>
      imports.use(used, folder.filter((part) => typeof part === 'string').join('')),
    exported: (used: string) => imports.exported(used),
    imports: () => PLACEHOLDER,
    code: codeCell,
    docComment(this: unknown, { fn }: { readonly fn: (view: unknown) => string }) {
      return `${docComment(fn(this))}\n`
    },
    runtime: (...parts: readonly unknown[]) => {
      const name = parts.filter((part) => typeof part === 'string').join('')
      runtime.add(`${name}.ts`)
      return `${toRuntime}/${name}.js`
    },
    point: (point: string): string =>
      service.features
        .flatMap((feature) => TEMPLATES.get(`runtime/${feature}/${point}`) ?? [])
        .map((each) => each(view, { helpers }))
        .join(''),
  }
  const found = TEMPLATES.get(`project/${template}`)
  if (found === undefined) throw new Error(`There is no template project/${template}.hbs`)
  const text = found(view, { helpers }).replace(PLACEHOLDER, () => imports.text())
  return { text, runtime: [...runtime, ...imports.runtime()] }
}

/** Returns what all templates can print of a service. */
function factsOf({ features, engine, auth, schemas, changes }: Service): object {
  return {
    features,
    sql: engine === 'svc_sqla',
    mongodb: engine === 'svc_mongodb',
    auth: auth !== null,
    openapi: schemas !== undefined,
    changes: changes !== undefined,
  }
}

/** Returns whether one of the features adds something at a point. */
export function hasPoint(
  { features }: { readonly features: readonly FeatureName[] },
  point: string,
): boolean {
  return features.some((feature) => TEMPLATES.has(`runtime/${feature}/${point}`))
}
