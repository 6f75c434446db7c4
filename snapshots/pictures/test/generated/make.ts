import type { Picture, PictureCreate } from '../../src/generated/models/picture.js'
import type { Repositories } from '../../src/generated/repositories/index.js'
import { samples } from './samples.js'

/** Creates a picture. The given values override the sample. */
export async function picture(items: Repositories, given: Partial<PictureCreate> = {}): Promise<Picture> {
  return items.picture.create({ data: { ...samples.picture.first, ...given } })
}
