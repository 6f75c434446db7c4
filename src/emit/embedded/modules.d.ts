declare module 'virtual:templates' {
  /** The compiled templates, keyed by path below `templates/`, without `.hbs`. */
  const templates: Readonly<Record<string, TemplateSpecification>>
  export default templates
}

declare module 'virtual:runtime' {
  /** A file of the runtime, as a parser has read it when svcgen was built. */
  export interface RuntimeModule {
    readonly text: string
    /** The names that it exports, as imports list them: `type Pet`, `addPet`. */
    readonly exports: readonly string[]
    /** The paths of the other files of the runtime that it imports. */
    readonly imports: readonly string[]
    /** The names of the settings that it reads. */
    readonly settings: readonly string[]
  }

  /** The files of the runtime, keyed by path below `templates/runtime/`. */
  export const modules: Readonly<Record<string, RuntimeModule>>
}

declare module 'handlebars/runtime.js' {
  import type Handlebars from 'handlebars'

  /** Handlebars without its compiler. */
  const runtime: Pick<typeof Handlebars, 'registerPartial' | 'template'>
  export default runtime
}
