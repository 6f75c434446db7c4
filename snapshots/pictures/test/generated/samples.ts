import type { PictureCreate } from '../../src/generated/models/picture.js'

/** Valid bodies for each model, with different values for unique fields. */
export const samples = {
  picture: {
    first: { exif: {}, name: 'name-1', url: 'url-1' },
    second: { exif: {}, name: 'name-2', url: 'url-2' },
  },
} satisfies {
  picture: Readonly<Record<string, PictureCreate>>
}
