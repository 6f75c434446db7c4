import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Handlebars from 'handlebars'

const FOLDER = new URL('../../templates/', import.meta.url)

/** Templates that others include by name. */
const PARTIALS = { parents: 'generated/routes/parents', calls: 'generated/routes/calls' } as const

const environment = Handlebars.create()
for (const [name, file] of Object.entries(PARTIALS)) environment.registerPartial(name, textOf(file))
const compiled = new Map<string, Handlebars.TemplateDelegate>()

/** Absolute path of a file under `templates/`. */
export function templatePath(name: string): string {
  return fileURLToPath(new URL(name, FOLDER))
}

/**
 * Renders `templates/<name>.hbs`. Strict: a name that the view lacks is an error. Nothing is escaped: views give code and inert literals. There
 * are no helpers but Handlebars' own: that a name can be no other makes a template a third shorter when it is compiled.
 * @param view what the template prints; all logic is done
 */
export function render(name: string, view: object): string {
  let template = compiled.get(name)
  if (template === undefined) {
    template = environment.compile(textOf(name), { strict: true, noEscape: true, knownHelpersOnly: true })
    compiled.set(name, template)
  }
  return template(view)
}

function textOf(name: string): string {
  return readFileSync(templatePath(`${name}.hbs`), 'utf8')
}
