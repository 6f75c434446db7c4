import { isObject } from '../json.js'

/** A rule returned by a function: text as in an ACL (`allow everyone view`), or the parts of the rule. */
export type GivenRule =
  | string
  | {
      readonly effect: 'allow' | 'deny'
      /** `everyone`, `authenticated`, `g:<group>`, or the key of a user. */
      readonly principal: string
      readonly permissions: readonly string[]
    }

/** A rule as text. Double quotes around the principal allow spaces in it. */
const RULE = /^(allow|deny)\s+("[^"]*(?:""[^"]*)*"|[^\s"]\S*)\s+(\S.*)$/is
/** The parts of a rule, with the names of its permissions as given. */
export interface RuleParts {
  readonly effect: 'allow' | 'deny'
  readonly principal: string
  readonly permissions: string
}

/** Returns the parts of a rule given as text, or undefined if it does not have the form of a rule. */
export function rulePartsOf(text: string): RuleParts | undefined {
  const [, effect, principal = '', permissions = ''] = RULE.exec(text) ?? []
  if (effect === undefined) return undefined
  return {
    effect: effect.toLowerCase() === 'allow' ? 'allow' : 'deny',
    principal: principal.startsWith('"') ? principal.slice(1, -1).replaceAll('""', '"') : principal,
    permissions,
  }
}

export function isRuleObject(rule: unknown): rule is Exclude<GivenRule, string> {
  return (
    isObject(rule) &&
    (rule['effect'] === 'allow' || rule['effect'] === 'deny') &&
    typeof rule['principal'] === 'string' &&
    Array.isArray(rule['permissions'])
  )
}
