import Handlebars from 'handlebars/runtime.js'
import templates from 'virtual:templates'
import { UsedNames } from './used-names.js'

/** Partial templates by name. */
const PARTIALS = {
  calls: 'generated/routes/calls',
  lookup: 'generated/routes/lookup',
  parents: 'generated/routes/parents',
} as const

const ready = new Map<string, Handlebars.TemplateDelegate>()
for (const [name, file] of Object.entries(PARTIALS)) Handlebars.registerPartial(name, templateOf(file))

/**
 * Renders `templates/<name>.hbs`.
 * @param view the values that the template uses
 * @param names records the names used by the template with `{{use "name"}}`
 */
export function render(name: string, view: object, names = new UsedNames()): string {
  return templateOf(name)(view, { helpers: { use: (used: string) => names.use(used) } })
}

/** Returns whether a template exists. */
export function hasTemplate(name: string): boolean {
  return templates[name] !== undefined
}

function templateOf(name: string): Handlebars.TemplateDelegate {
  const known = ready.get(name)
  if (known !== undefined) return known
  const specification = templates[name]
  if (specification === undefined) throw new Error(`Template ${name}.hbs does not exist`)
  const template = Handlebars.template(specification)
  ready.set(name, template)
  return template
}
