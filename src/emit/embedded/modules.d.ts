declare module 'virtual:templates' {
  /** The compiled templates, keyed by path below `templates/`, without `.hbs`. */
  const templates: Readonly<Record<string, TemplateSpecification>>
  export default templates
}

declare module 'virtual:runtime' {
  /** The contents of the runtime files, keyed by path below `templates/runtime/`. */
  export const texts: Readonly<Record<string, string>>
}

declare module 'handlebars/runtime.js' {
  import type Handlebars from 'handlebars'

  /** Handlebars without its compiler. */
  const runtime: Pick<typeof Handlebars, 'registerPartial' | 'template'>
  export default runtime
}
