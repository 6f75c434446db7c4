import { styleText } from 'node:util'

export type Color = 'red' | 'yellow' | 'green' | 'cyan' | 'bold' | 'dim'

/** Returns the string in a color, or unchanged if colors are off. */
export type Paint = (color: Color, text: string) => string

/** Adds ANSI colors, for terminals. */
export const colors: Paint = (color, text) => styleText(color, text, { validateStream: false })

/** Adds no colors, for files, pipes and `NO_COLOR`. */
export const plain: Paint = (_color, text) => text
