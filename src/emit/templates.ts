import Handlebars from 'handlebars/runtime.js'
import templates from 'virtual:templates'

/** Partial templates by name. */
const PARTIALS = { parents: 'generated/routes/parents', calls: 'generated/routes/calls' } as const

const ready = new Map<string, Handlebars.TemplateDelegate>()
for (const [name, file] of Object.entries(PARTIALS)) Handlebars.registerPartial(name, templateOf(file))

/**
 * Renders `templates/<name>.hbs`.
 * @param view the values that the template prints
 */
export function render(name: string, view: object): string {
  return templateOf(name)(view)
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
