declare module 'virtual:templates' {
  /** The compiled templates, by path below `templates/`, without `.hbs`. */
  const templates: Readonly<Record<string, TemplateSpecification>>
  export default templates
}

declare module 'virtual:runtime' {
  /** SHA-256 of the runtime's files, by path below `templates/runtime/`. */
  export const hashes: Readonly<Record<string, string>>
  /** Reads their texts, by the same paths. */
  export function readTexts(): Readonly<Record<string, string>>
}

declare module 'handlebars/runtime.js' {
  import type Handlebars from 'handlebars'

  /** Handlebars without its compiler. */
  const runtime: Pick<typeof Handlebars, 'registerPartial' | 'template'>
  export default runtime
}
