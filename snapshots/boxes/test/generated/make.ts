import type { Box, BoxCreate } from '../../src/generated/models/box.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates a box. The given values override the sample. */
export async function box(items: Repositories, given: Partial<BoxCreate> = {}): Promise<Box> {
  return items.box.create({ data: { ...samples.box.first, ...given } })
}
