import { isObject, type Model, type Shape } from '../../ir/index.js'
import { objectSchema } from './schemas.js'
import { shapeOf, type ShapeSource } from './shape.js'

/** Returns what documents of a model contain according to its component, as functions of the user's return it. */
export function componentDocument(
  component: string,
  model: Model,
  source: Omit<ShapeSource, 'report' | 'expands' | 'goesBack'>,
): Shape | null {
  const schema = source.find(component) ?? null
  const object = isObject(schema) ? objectSchema(schema, source.find) : null
  if (object === null) return null
  return shapeOf(object, model, { ...source, report: () => undefined, expands: undefined, goesBack: false })
}
