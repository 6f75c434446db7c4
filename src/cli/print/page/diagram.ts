import type { Model, Relation, Service } from '../../../ir/index.js'
import { relationWith } from '../../../ir/lookup.js'
import { Markup, markup } from './markup.js'
import { arrange, type Edge, type Point } from './layout.js'

const ROW = 20
const HEAD = 30
/** The width of a character in the diagram's font, rounded up because fonts differ. */
const CHARACTER = 7.4
const PADDING = 10
/** The maximum number of rows for fields in a box. More rows would be hard to read. The tables list all fields. */
const MAX_FIELDS = 18
const MAX_LENGTH = 30
const PAGE_WIDTH = 1040

type Box = Readonly<ReturnType<typeof boxOf>>

interface Row {
  readonly name: string
  readonly type: string
  readonly isKey: boolean
}

/** Returns an entity-relationship diagram as SVG, with cardinalities in crow's foot notation. */
export function diagramOf(service: Service, models: readonly Model[]): Markup {
  const boxes = new Map(models.map((model) => [model.id, boxOf(service, model)]))
  // Many-to-many relations lead through a model that the diagram shows.
  const relations = service.relations.filter(({ kind }) => kind !== 'many-to-many')
  const edges = relations.map(({ from, to, field, backref }): Edge => ({
    from,
    to,
    fromY: rowCenter(boxes.get(from), field),
    toY: rowCenter(boxes.get(to), backref),
  }))
  const { width, height, positions, lines } = arrange(
    [...boxes].map(([id, box]) => ({ id, width: box.width, height: box.height })),
    edges,
    PAGE_WIDTH,
  )
  const view = `-1 -1 ${Math.ceil(width) + 2} ${Math.ceil(height) + 2}`
  const scale = `width:100%;min-width:${Math.ceil(width * 0.75)}px;max-width:${Math.ceil(width) + 2}px`
  const shown = relations.map((relation, index) => lineMarkup(relation, lines[index] ?? []))
  const drawn = [...boxes].map(([id, box]) => boxMarkup(box, positions.get(id) ?? { x: 0, y: 0 }))
  return markup`<div class="scroll diagram" tabindex="0">
<svg viewBox="${view}" style="${scale}" role="group" aria-label="Entity-relationship diagram">
${shown}${drawn}</svg>
</div>
`
}

function boxOf(service: Service, model: Model) {
  const { key, fields, relations } = model
  const sorted = [...fields.filter(({ name }) => name === key), ...fields.filter(({ name }) => name !== key)]
  const shown = sorted.slice(0, sorted.length > MAX_FIELDS ? MAX_FIELDS - 1 : MAX_FIELDS)
  const hidden = sorted.length - shown.length
  const rows: readonly Row[] = [
    ...shown.map(({ name, type, constraints }) => ({
      name,
      type: `${type}${constraints.required && name !== key ? ' *' : ''}`,
      isKey: name === key,
    })),
    ...(hidden === 0 ? [] : [{ name: `… ${hidden} more fields`, type: '', isKey: false }]),
    ...relations.map(({ name, target, many, relation, side }) => ({
      name,
      type: `→ ${target}${many ? '[]' : ''}${side === 'holder' && relationWith(service, relation).required ? ' *' : ''}`,
      isKey: false,
    })),
  ]
  const characters = Math.max(
    short(model.id).length + 2,
    ...rows.map(({ name, type }) => short(name).length + short(type).length + 2),
  )
  return {
    model,
    rows,
    width: Math.ceil(Math.max(150, characters * CHARACTER + 2 * PADDING) / 10) * 10,
    height: HEAD + rows.length * ROW + 4,
  }
}

function rowCenter(box: Box | undefined, name: string): number {
  const index = box?.rows.findLastIndex((row) => row.name === name) ?? 0
  return HEAD + Math.max(0, index) * ROW + ROW / 2
}

function short(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}

function boxMarkup({ model, rows, width, height }: Box, { x, y }: Point): Markup {
  const texts = rows.map(({ name, type, isKey }, index) => {
    const baseline = HEAD + index * ROW + 15
    return markup`<text${isKey ? markup` class="key"` : ''} x="${PADDING}" y="${baseline}">${short(name)}</text>
<text class="type" x="${width - PADDING}" y="${baseline}" text-anchor="end">${isKey ? `${type} PK` : short(type)}</text>
`
  })
  return markup`<a href="#model-${model.id}"><g transform="translate(${x} ${y})">
<title>${model.id}</title>
<rect class="box" width="${width}" height="${height}" rx="5"/>
<rect class="head" width="${width}" height="${HEAD - 4}" rx="5"/>
<text class="name" x="${PADDING}" y="18">${short(model.id)}</text>
${texts}</g></a>
`
}

function lineMarkup({ id, kind, to, backref, required }: Relation, points: readonly Point[]): Markup {
  const [start, next] = points
  const [before, end] = points.slice(-2)
  if (start === undefined || next === undefined || before === undefined || end === undefined) return markup``
  const path = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')
  return markup`<g><title>${id}: ${kind}, ${to}.${backref}</title>
<path class="line" d="${path}"/>
${endMarkup(start, next, required ? '1' : '0..1')}
${endMarkup(end, before, kind === 'one-to-many' ? '0..n' : '0..1')}
</g>
`
}

/** Returns the crow's foot symbol and the cardinality at the end of a line. At its ends, a line is horizontal. */
function endMarkup({ x, y }: Point, { x: nextX }: Point, cardinality: '1' | '0..1' | '0..n'): Markup {
  const side = nextX >= x ? 1 : -1
  const at = (distance: number): number => x + side * distance
  const bar = (distance: number): string => `M${at(distance)} ${y - 5}V${y + 5}`
  const foot = cardinality === '0..n' ? `M${x} ${y - 6}L${at(11)} ${y}L${x} ${y + 6}` : bar(6)
  const second =
    cardinality === '1'
      ? markup`<path class="foot" d="${bar(11)}"/>`
      : markup`<circle class="foot" cx="${at(15)}" cy="${y}" r="3.5"/>`
  const anchor = side === 1 ? 'start' : 'end'
  return markup`<path class="foot" d="${foot}"/>${second}
<text class="end" x="${at(21)}" y="${y - 4}" text-anchor="${anchor}">${cardinality}</text>`
}
