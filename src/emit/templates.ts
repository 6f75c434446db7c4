import type { TemplateDelegate } from 'handlebars'
import Handlebars from 'handlebars/runtime.js'
import templates from 'virtual:templates'
import { Imports } from './imports.js'

/** Partial templates by name. */
const PARTIALS = {
  calls: 'partials/routes/calls',
  lookup: 'partials/routes/lookup',
  parents: 'partials/routes/parents',
} as const

const TEMPLATES = new Map(
  Object.entries(templates).map(([name, specification]) => [name, Handlebars.template(specification)]),
)
for (const [name, file] of Object.entries(PARTIALS)) Handlebars.registerPartial(name, templateOf(file))

/** Stands for the imports until the rest of a file is rendered. */
const PLACEHOLDER = '\0imports\0'

/**
 * Renders `templates/<name>.hbs`. `{{use "name"}}` prints a name and records it in the `imports` of the view, and
 * `{{imports}}` prints the import statements for all names that the file uses. `{{exported "name"}}` prints a name that
 * the file exports from another module.
 * @param view the values that the template uses
 * @param member implements `{{serviceMember "name"}}`, which prints a member of the service
 */
export function render(path: string, view: object): string {
  return renderPart(`project/${path}`, view)
}

export function renderPart(name: string, view: object, member = (used: string) => used): string {
  const imports = 'imports' in view && view.imports instanceof Imports ? view.imports : null
  const text = templateOf(name)(view, {
    helpers: {
      use: (used: string, folder: unknown) =>
        imports?.use(used, typeof folder === 'string' ? folder : undefined) ?? used,
      exported: (name: string) => imports?.exported(name) ?? name,
      serviceMember: member,
      imports: () => PLACEHOLDER,
    },
  })
  return text.replace(PLACEHOLDER, () => imports?.text() ?? '')
}

export function hasTemplate(name: string): boolean {
  return TEMPLATES.has(name)
}

function templateOf(name: string): TemplateDelegate {
  const template = TEMPLATES.get(name)
  if (template === undefined) throw new Error(`Template ${name}.hbs does not exist`)
  return template
}
