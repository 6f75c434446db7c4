import type { Model, Principal, WriteRule } from '../ir/index.js'
import { allWriteRules } from '../ir/lookup.js'

/** Returns a principal in ACL rule syntax: `everyone`, `g:admin`, `{{is_owner}}`. */
export function principalText(principal: Principal): string {
  switch (principal.kind) {
    case 'everyone':
    case 'anonymous':
    case 'authenticated':
      return principal.kind
    case 'group':
      return `g:${principal.name}`
    case 'user':
      return principal.name
    case 'callable':
      return `{{${principal.name}}}`
  }
}

/** Returns who is allowed to write a field on create and on update. */
export function writersOf({ readOnly, writeOnce, writableBy }: WriteRule): {
  readonly create: string
  readonly update: string
} {
  const writers = writableBy === null ? 'all callers' : writableBy.map(principalText).join(', ') || 'nobody'
  return {
    create: readOnly ? 'nobody' : writers,
    update: readOnly || writeOnce ? 'nobody' : writers,
  }
}

/** Returns the fields with write rules, such as `Story.slug`, and who is allowed to write them. */
export function ruledFields(
  models: readonly Model[],
): readonly { readonly field: string; readonly create: string; readonly update: string }[] {
  return models.flatMap((model) =>
    allWriteRules(model)
      .filter(({ readOnly, writeOnce, writableBy }) => readOnly || writeOnce || writableBy !== null)
      .map((rule) => ({ field: `${model.id}.${fieldText(rule.name)}`, ...writersOf(rule) })),
  )
}

/** Returns the name of a field, or of a part of one: `settings.level`. */
function fieldText(name: string): string {
  return name.startsWith('/') ? name.slice(1).replaceAll('/', '.') : name
}
