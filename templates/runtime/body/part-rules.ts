import type { Json } from '../json.js'
import type { WriteRule } from '../model.js'

declare module '../model.js' {
  interface FieldParts {
    readonly rules: readonly PartRule[]
    /**
     * Returns a field's new value in which omitted parts keep their value, and adds the JSON pointers of parts that the
     * caller is not allowed to write to `rejected`.
     */
    readonly checked: (
      given: Json | undefined,
      stored: Json | undefined,
      write: PartWrite,
    ) => Json | undefined
  }
}

/** A write to a field that has parts with rules. */
export interface PartWrite {
  readonly name: string
  /** The rules that do not allow the caller to write. */
  readonly fixed: ReadonlySet<PartRule>
  /** Whether parts that the new value lacks keep their value, as in a PUT. */
  readonly keepsOmitted: boolean
  /** JSON pointers in the document. */
  readonly rejected: Set<string>
}

/** Who is allowed to write a part of a field. */
export interface PartRule extends WriteRule {
  readonly field: string
  /** The names of members; a list stands for all members and items except those with these names. */
  readonly path: readonly (string | readonly string[])[]
  /** A JSON pointer in which `*` stands for all members and items: `/settings/level`. */
  readonly name: string
  readonly writeOnly?: true
}
