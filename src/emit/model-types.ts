import type { Service } from '../ir/index.js'
import { MODEL_TYPE_SUFFIXES } from '../naming/model-names.js'

/** Returns the names of the types of all models: `Story`, `StoryCreate`, `StoryWhere`, … */
export function modelTypes({ models }: Pick<Service, 'models'>): readonly string[] {
  return models.flatMap(({ names: { type } }) => ['', ...MODEL_TYPE_SUFFIXES].map((suffix) => type + suffix))
}
