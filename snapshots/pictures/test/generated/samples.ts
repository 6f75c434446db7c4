import type { PictureCreate } from '../../src/generated/models/picture.js'

/** Bodies that the schemas take; those of one model differ where values must be unique. */
export const samples = {
  picture: {
    first: { exif: {}, name: 'name-1', url: 'url-1' },
    second: { exif: {}, name: 'name-2', url: 'url-2' },
  },
} satisfies {
  picture: Readonly<Record<string, PictureCreate>>
}
