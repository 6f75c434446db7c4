import type { Field, Model, Service } from '../../ir/index.js'
import { pluralOf, singularOf } from '../plural.js'
import { camelCase, pascalCase, words } from '../words.js'
import { isReservedWord } from '../reserved.js'
import { UniqueNames } from '../unique.js'
import { oncePer } from '../../ir/once.js'
import { modelTypes } from '../model-names.js'

/** The names of the constant and the type emitted for a field's choices. */
interface ChoiceNames {
  /** The type of a choice: `StoryStatus`. */
  readonly type: string
  /** The constant that lists all choices: `storyStatuses`. */
  readonly list: string
}

/** Returns the names for a field's choices, or undefined if the field has none. The names are unique in the service. */
export function choiceNames({ models }: Service, field: Field): ChoiceNames | undefined {
  return namesByField(models).get(field)
}

const namesByField = oncePer((models: readonly Model[]): ReadonlyMap<Field, ChoiceNames> => {
  const types = new UniqueNames({
    taken: modelTypes({ models }).map((name) => name.toLowerCase()),
  })
  const lists = new UniqueNames({
    taken: models.flatMap(({ names }) =>
      [names.var, names.plural, `${names.var}Model`, `${names.var}Repository`].map((name) =>
        name.toLowerCase(),
      ),
    ),
  })
  const named = new Map<Field, ChoiceNames>()
  for (const { names, fields } of models) {
    for (const field of fields) {
      if ((field.constraints.choices?.length ?? 0) === 0) continue
      const part = wordsOf(field.name)
      const type = names.type + pascalCase(singularOf(part))
      const list = camelCase(`${names.var} ${pluralOf(part)}`)
      named.set(field, {
        type: types.take(type),
        list: lists.take(isReservedWord(list) ? `${list}Choices` : list),
      })
    }
  }
  return named
})

/** Returns the words in a field's name, or `choice` for a name without characters that are valid in an identifier. */
function wordsOf(name: string): string {
  const text = words(name.replaceAll(/[^A-Za-z0-9]+/g, ' ')).join(' ')
  return text === '' ? 'choice' : text
}
