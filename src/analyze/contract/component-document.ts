import { isObject, type Model, type Shape } from '../../ir/index.js'
import { objectSchema } from './schemas.js'
import { shapeOf, type ShapeSource } from './shape.js'

/**
 * Returns what documents of a model contain according to its component, as functions of the user's return it. Null if the
 * component requires a member that the items do not have, which a function must add.
 */
export function componentDocument(
  component: string,
  model: Model,
  source: Omit<ShapeSource, 'report' | 'expands' | 'goesBack'>,
): Shape | null {
  const schema = source.find(component) ?? null
  const object = isObject(schema) ? objectSchema(schema, source.find) : null
  if (object === null) return null
  let isComplete = true
  const report = (): void => {
    isComplete = false
  }
  const shape = shapeOf(object, model, { ...source, report, expands: undefined, goesBack: false })
  return isComplete ? shape : null
}
