import { posix } from 'node:path'
import Handlebars from 'handlebars/runtime.js'
import templates from 'virtual:templates'
import type { FeatureName } from '../features.js'
import type { Content } from './files.js'
import type { Imports } from './imports.js'
import { docComment } from './literal.js'

/** The folder of the partial templates, whose names are their paths below it. */
const PARTIALS = 'partials/'

const TEMPLATES = new Map(
  Object.entries(templates).map(([name, specification]) => [name, Handlebars.template(specification)]),
)
for (const [name, template] of TEMPLATES)
  if (name.startsWith(PARTIALS)) Handlebars.registerPartial(name.slice(PARTIALS.length), template)

/** Stands for the imports until the rest of a file is rendered. */
const PLACEHOLDER = '\0imports\0'

/** The values that a template prints, of which the helpers use these. */
interface View {
  readonly imports?: Imports
  readonly features?: readonly FeatureName[]
}

/**
 * Renders `templates/project/<path>.hbs`.
 * - `{{use "name"}}` prints a name and records it in the `imports` of the view.
 * - `{{imports}}` prints the import statements for all names that the file uses.
 * - `{{exported "name"}}` prints a name that the file exports from another module.
 * - `{{#docComment}}…{{/docComment}}` prints a documentation comment whose lines are wrapped.
 * - `{{runtime "folder/file"}}` prints the path of a file of the runtime, which the file imports.
 * - `{{point "name"}}` prints what the `features` of the view add: their templates of this name.
 * @param view the values that the template uses
 */
export function render(path: string, view: View): Content {
  const { imports, features = [] } = view
  const runtime = new Set<string>()
  const toRuntime = posix.relative(posix.dirname(path), 'src/generated/runtime').replace(/^(?!\.)/, './')
  const helpers = {
    use: (used: string, ...folder: readonly unknown[]) =>
      imports?.use(used, folder.filter((part) => typeof part === 'string').join('')) ?? used,
    exported: (used: string) => imports?.exported(used) ?? used,
    imports: () => PLACEHOLDER,
    docComment(this: unknown, { fn }: { readonly fn: (view: unknown) => string }) {
      return `${docComment(fn(this))}\n`
    },
    runtime: (...parts: readonly unknown[]) => {
      const name = parts.filter((part) => typeof part === 'string').join('')
      runtime.add(`${name}.ts`)
      return `${toRuntime}/${name}.js`
    },
    point: (point: string): string =>
      features
        .flatMap((feature) => TEMPLATES.get(`runtime/${feature}/${point}`) ?? [])
        .map((template) => template(view, { helpers }))
        .join(''),
  }
  const template = TEMPLATES.get(`project/${path}`)
  if (template === undefined) throw new Error(`There is no template project/${path}.hbs`)
  const text = template(view, { helpers }).replace(PLACEHOLDER, () => imports?.text() ?? '')
  return { text, runtime: [...runtime, ...(imports?.runtime() ?? [])] }
}

/** Returns whether one of the features adds something at a point. */
export function hasPoint(
  { features }: { readonly features: readonly FeatureName[] },
  point: string,
): boolean {
  return features.some((feature) => TEMPLATES.has(`runtime/${feature}/${point}`))
}
