/** A `<<name | !function>>` in a text of a trait or resource type. */
export interface ParameterUse {
  /** With its brackets, as it was written. */
  readonly written: string
  readonly name: string
  /** Names of functions in the order in which they apply, without the `!`. */
  readonly functions: readonly string[]
}

const NONE: readonly ParameterUse[] = []

const USE = /<<([^<>]*)>>/g

/** Tells whether a text holds a parameter. */
export function hasParameter(text: string): boolean {
  return text.includes('<<') && text.search(USE) !== -1
}

/** The parameters in a text, in order (RAML 0.8, "Resource Type and Trait Parameters"). */
export function parametersIn(text: string): readonly ParameterUse[] {
  return text.includes('<<')
    ? Array.from(text.matchAll(USE), ([written, inside]) => useOf(written, inside ?? ''))
    : NONE
}

/** Replaces each parameter of a text. */
export function replaceParameters(text: string, valueOf: (use: ParameterUse) => string): string {
  return text.replace(USE, (written: string, inside: string) => valueOf(useOf(written, inside)))
}

function useOf(written: string, inside: string): ParameterUse {
  const [name = '', ...functions] = inside.split('|').map((part) => part.trim())
  return { written, name, functions: functions.map((call) => call.replace(/^!\s*/, '')) }
}
