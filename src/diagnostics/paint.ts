import { styleText } from 'node:util'

export type Colour = 'red' | 'yellow' | 'green' | 'cyan' | 'bold' | 'dim'

/** Puts a colour on a text, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string

/** For terminals. */
export const colours: Paint = (colour, text) => styleText(colour, text, { validateStream: false })

/** For files, pipes and those who want none (`NO_COLOR`). */
export const plain: Paint = (_colour, text) => text
