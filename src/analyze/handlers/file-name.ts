import { kebabCase } from '../../naming/words.js'

/** Device names, which are not valid file names on Windows. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/

export function isFileName(name: string): boolean {
  const file = kebabCase(name)
  return /^[A-Za-z_][\w.-]{0,99}$/.test(name) && file !== '' && !DEVICES.test(file)
}
