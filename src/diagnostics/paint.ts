import { styleText } from 'node:util'

export type Color = 'red' | 'yellow' | 'green' | 'cyan' | 'bold' | 'dim'

export type Paint = (color: Color, text: string) => string

export const colors: Paint = (color, text) => styleText(color, text, { validateStream: false })

/** Adds no colors, for files, pipes and `NO_COLOR`. */
export const plain: Paint = (_color, text) => text
