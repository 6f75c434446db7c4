import { FaultList } from '../errors.js'
import type { Json } from '../json.js'
import type { Contract, ParameterRole, Shape, Template } from './mapping.js'
import { type Wanted, expandableIn } from './responses.js'

/** Returns what parameters such as `fields` and `expand` ask for. @throws BadRequest for unknown names */
export function wantedBy({ roles = {}, body }: Contract, values: Readonly<Record<string, Json>>): Wanted {
  const faults = new FaultList()
  const shape = body && shapeIn(body)
  const included = Object.values(body !== undefined && 'object' in body ? body.object : {}).flatMap(
    (member) => ('included' in member ? Object.keys(member.included) : []),
  )
  const [list] =
    Object.entries(body !== undefined && 'object' in body ? body.object : {}).find(
      ([, member]) => shapeIn(member) !== undefined,
    ) ?? []
  const known = (as: 'fields' | 'expand'): readonly string[] =>
    as === 'fields' ? Object.keys(shape?.members ?? {}) : [...(shape ? expandableIn(shape) : []), ...included]
  const namesIn = (name: string, role: ParameterRole): readonly (readonly string[])[] => {
    if (role.as !== 'fields' && role.as !== 'expand' && role.as !== 'sparse') return []
    const texts = [values[name] ?? []].flat().flatMap((each) => String(each).split(',').filter(Boolean))
    // Without a name, no attribute and no relationship is wanted.
    if (texts.length === 0) return role.as === 'sparse' && values[name] !== undefined ? [role.always] : []
    const allowed = role.as === 'sparse' ? role.members : known(role.as)
    if (role.as === 'expand' && texts.includes('*')) return [allowed]
    // A list can have its name before those of the members, as in `data.customer`.
    const names = texts.map((text) =>
      role.as === 'expand' && list !== undefined && !allowed.includes(text)
        ? text.replace(`${list}.`, '')
        : text,
    )
    if (!names.every((each) => allowed.includes(each)))
      faults.add(
        name,
        allowed.length === 0 ? 'must be empty' : `must be some of ${allowed.join(', ')}`,
        'query',
      )
    if (role.as === 'sparse') return [[...names, ...role.always]]
    if (role.as !== 'fields') return [names]
    const others = role.isExcept === true ? allowed.filter((each) => !names.includes(each)) : names
    return [[...others, ...(role.always ?? [])]]
  }
  const namesFor = (as: 'fields' | 'expand' | 'sparse'): readonly (readonly string[])[] =>
    Object.entries(roles).flatMap(([name, role]) => (role.as === as ? namesIn(name, role) : []))
  const [[fields, ...others], [sparse], expand] = [namesFor('fields'), namesFor('sparse'), namesFor('expand')]
  faults.throwIfAny('query')
  return {
    ...(fields && {
      fields: new Set(fields.filter((name) => others.every((each) => each.includes(name)))),
    }),
    ...(sparse && { sparse: new Set(sparse) }),
    ...(expand.length === 0 ? {} : { expand: new Set(expand.flat()) }),
  }
}

/** Returns the shape of the items in a body. */
export function shapeIn(template: Template): Shape | undefined {
  if ('item' in template) return template.item
  if ('items' in template) return template.items
  if (!('object' in template)) return undefined
  return Object.values(template.object).flatMap((each) => shapeIn(each) ?? [])[0]
}
