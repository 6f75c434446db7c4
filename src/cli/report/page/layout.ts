/** A box in a diagram. Lines start and end at its rows. */
export interface Node {
  readonly id: string
  readonly width: number
  readonly height: number
}

/**
 * A line from a row in one box to a row in another box or in the same box. `fromY` and `toY` are measured from the top
 * of each box.
 */
export interface Edge {
  readonly from: string
  readonly to: string
  readonly fromY: number
  readonly toY: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Layout {
  readonly width: number
  readonly height: number
  /** The top left corners of the boxes. */
  readonly places: ReadonlyMap<string, Point>
  /** The points on each line, from start to end. The lines are in the same order as the edges. */
  readonly lines: readonly (readonly Point[])[]
}

/** Space between the boxes in a column. */
const GAP = 40
/** Space between lines that pass through a column. */
const LANE = 20
/**
 * Vertical positions are multiples of this value. The positions are shifted in every other column, so that lines from
 * opposite sides of a gutter never have the same vertical position.
 */
const GRID = 20
/** Distance between the vertical segments of lines. */
const TRACK = 14
/** Space next to a box for the symbols at the ends of lines. */
const MARGIN = 54

/** An entry in a column: a box, or a slot that a line passes through. */
interface Slot {
  readonly node: Node | null
  readonly width: number
  readonly height: number
  readonly column: number
  y: number
  readonly links: { readonly slot: Slot; readonly ownY: number; readonly otherY: number }[]
}

/** The segment of a line in the gutter to the right of a column. */
interface Segment {
  readonly edge: number
  readonly gutter: number
  readonly left: Slot
  readonly leftY: number
  readonly right: Slot
  readonly rightY: number
  /** Whether both ends are in the column to the left of the gutter. */
  readonly loop: boolean
  track: number
}

/**
 * Arranges boxes in columns so that lines run from left to right and do not cross boxes. Boxes without lines are placed
 * below the others.
 * @param pageWidth the maximum width of a row of boxes without lines
 */
export function arrange(nodes: readonly Node[], edges: readonly Edge[], pageWidth: number): Layout {
  const linked = nodes.filter(({ id }) => edges.some(({ from, to }) => from === id || to === id))
  const columnOf = columnsOf(linked, edges)
  const columns: Slot[][] = []
  const slots = new Map(linked.map((node) => [node.id, addSlot(columns, node, columnOf.get(node.id) ?? 0)]))
  const segments = edges.flatMap((edge, index) => segmentsOf(edge, index, slots, columns))
  for (let round = 0; round < 8; round += 1) sortColumns(columns, round % 2 === 0)
  for (let round = 0; round < 6; round += 1) for (const column of columns) placeColumn(column)
  const top = columns.flat().reduce((least, { y }) => Math.min(least, y), Infinity)
  for (const slot of columns.flat()) slot.y -= top
  const { lefts, width } = placeGutters(columns, segments)

  const places = new Map<string, Point>()
  for (const slot of columns.flat())
    if (slot.node !== null) places.set(slot.node.id, { x: lefts[slot.column] ?? 0, y: slot.y })
  const bottom = Math.max(0, ...columns.flat().map(({ y, height }) => y + height))
  const alone = placeUnlinked(
    nodes.filter((node) => !linked.includes(node)),
    Math.max(width, pageWidth),
    bottom === 0 ? 0 : bottom + GAP,
    places,
  )
  return {
    width: Math.max(width, alone.width),
    height: Math.max(bottom, alone.height),
    places,
    lines: edges.map((edge, index) => lineOf(edge, index, segments, lefts, slots)),
  }
}

/**
 * Returns the column for each box: the first column with enough space to the right of all linked boxes that precede the
 * box in {@link orderOf}.
 */
function columnsOf(nodes: readonly Node[], edges: readonly Edge[]): ReadonlyMap<string, number> {
  const order = orderOf(nodes, edges)
  const rank = new Map(order.map(({ id }, index) => [id, index]))
  const rankOf = (id: string): number => rank.get(id) ?? 0
  const total = nodes.reduce((sum, { height }) => sum + height + GAP, 0)
  const full = Math.max(600, Math.sqrt(total * 320))
  const columns = new Map<string, number>()
  const heights: number[] = []
  for (const { id, height } of order) {
    const before = edges
      .filter(({ from, to }) => from !== to && (from === id || to === id))
      .map(({ from, to }) => (from === id ? to : from))
      .filter((other) => rankOf(other) < rankOf(id))
      .map((other) => columns.get(other) ?? 0)
    let column = before.length === 0 ? 0 : Math.max(...before) + 1
    while ((heights[column] ?? 0) > 0 && (heights[column] ?? 0) + height > full) column += 1
    columns.set(id, column)
    heights[column] = (heights[column] ?? 0) + height + GAP
  }
  return columns
}

/** Returns the boxes in an order in which lines point forward, except for some lines in cycles. */
function orderOf(nodes: readonly Node[], edges: readonly Edge[]): readonly Node[] {
  const links = edges.filter(({ from, to }) => from !== to)
  const incoming = countBy(links.map(({ to }) => to))
  const outgoing = countBy(links.map(({ from }) => from))
  const left = new Set(nodes)
  const order: Node[] = []
  while (left.size > 0) {
    const next = [...left].reduce((best, node) => {
      const difference = (incoming.get(node.id) ?? 0) - (incoming.get(best.id) ?? 0)
      return difference < 0 ||
        (difference === 0 && (outgoing.get(node.id) ?? 0) > (outgoing.get(best.id) ?? 0))
        ? node
        : best
    })
    left.delete(next)
    order.push(next)
    for (const { from, to } of links) if (from === next.id) incoming.set(to, (incoming.get(to) ?? 0) - 1)
  }
  return order
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

function addSlot(columns: Slot[][], node: Node | null, column: number): Slot {
  const slot: Slot = { node, width: node?.width ?? 0, height: node?.height ?? 0, column, y: 0, links: [] }
  while (columns.length <= column) columns.push([])
  columns[column]?.push(slot)
  return slot
}

/**
 * Returns the segments of a line, one for each gutter that it crosses. Adds a slot to each column that the line passes
 * through.
 */
function segmentsOf(
  edge: Edge,
  index: number,
  slots: ReadonlyMap<string, Slot>,
  columns: Slot[][],
): readonly Segment[] {
  const from = slots.get(edge.from)
  const to = slots.get(edge.to)
  if (from === undefined || to === undefined) return []
  const ends = [
    { slot: from, y: edge.fromY },
    { slot: to, y: edge.toY },
  ].toSorted((a, b) => a.slot.column - b.slot.column)
  const [first, last] = ends
  if (first === undefined || last === undefined) return []
  const passed: { slot: Slot; y: number }[] = []
  for (let column = first.slot.column + 1; column < last.slot.column; column += 1)
    passed.push({ slot: addSlot(columns, null, column), y: 0 })
  const stops = [first, ...passed, last]
  return stops.slice(1).map((right, at): Segment => {
    const left = stops[at] ?? first
    left.slot.links.push({ slot: right.slot, ownY: left.y, otherY: right.y })
    right.slot.links.push({ slot: left.slot, ownY: right.y, otherY: left.y })
    return {
      edge: index,
      gutter: left.slot.column,
      left: left.slot,
      leftY: left.y,
      right: right.slot,
      rightY: right.y,
      loop: left.slot.column === right.slot.column,
      track: 0,
    }
  })
}

/** Sorts each column by the positions of the linked boxes in the adjacent column, which reduces crossings. */
function sortColumns(columns: Slot[][], forward: boolean): void {
  const sequence = forward ? columns : columns.toReversed()
  for (const column of sequence) {
    const center = new Map(
      column.map((slot, index) => {
        const near = slot.links.filter(({ slot: other }) => other.column - slot.column === (forward ? -1 : 1))
        const heights = near.map(({ slot: other, otherY }) => {
          const others = columns[other.column] ?? []
          return others.indexOf(other) + otherY / 10_000
        })
        return [slot, heights.length === 0 ? index : average(heights)]
      }),
    )
    column.sort((a, b) => (center.get(a) ?? 0) - (center.get(b) ?? 0))
  }
}

/**
 * Moves the boxes in a column as close as possible to the vertical positions of the boxes to which they are linked,
 * without changing the order of the boxes.
 */
function placeColumn(column: readonly Slot[]): void {
  const groups: { slots: { slot: Slot; offset: number }[]; height: number; wishes: number[] }[] = []
  for (const slot of column) {
    const near = slot.links.filter(({ slot: other }) => other !== slot)
    const wish =
      near.length === 0
        ? slot.y
        : average(near.map(({ slot: other, ownY, otherY }) => other.y + otherY - ownY))
    let group = {
      slots: [{ slot, offset: 0 }],
      height: slot.height + (slot.node === null ? LANE : GAP),
      wishes: [wish],
    }
    for (let above = groups.at(-1); above !== undefined; above = groups.at(-1)) {
      if (average(above.wishes) + above.height <= average(group.wishes)) break
      groups.pop()
      const { height } = above
      group = {
        slots: [...above.slots, ...group.slots.map((each) => ({ ...each, offset: each.offset + height }))],
        height: height + group.height,
        wishes: [...above.wishes, ...group.wishes.map((each) => each - height)],
      }
    }
    groups.push(group)
  }
  let end = -Infinity
  for (const { slots, wishes } of groups) {
    const start = Math.max(Math.round(average(wishes) / GRID) * GRID, end)
    for (const { slot, offset } of slots) {
      slot.y = start + Math.ceil(offset / GRID) * GRID + (slot.column % 2) * (GRID / 2)
      end =
        slot.y -
        (slot.column % 2) * (GRID / 2) +
        Math.ceil((slot.height + (slot.node === null ? LANE : GAP)) / GRID) * GRID
    }
  }
}

/**
 * Assigns each segment a separate track in the gutter, and returns the left edges of the columns and the total width.
 */
function placeGutters(
  columns: readonly (readonly Slot[])[],
  segments: readonly Segment[],
): { readonly lefts: readonly number[]; readonly width: number } {
  const lefts: number[] = []
  let x = 0
  let width = 0
  for (const [index, column] of columns.entries()) {
    lefts.push(x)
    const own = Math.max(0, ...column.map((slot) => slot.width))
    const inGutter = segments.filter(({ gutter }) => gutter === index).toSorted(byTrack)
    for (const [at, segment] of inGutter.entries()) segment.track = x + own + MARGIN + at * TRACK
    width = x + own + (inGutter.length === 0 ? 0 : MARGIN + inGutter.length * TRACK)
    x = width + MARGIN
  }
  return { lefts, width }
}

/**
 * Orders the segments in a gutter to reduce crossings. Loops come first. Among the segments leading up, the highest one
 * turns first. Among the segments leading down, the lowest one turns first.
 */
function byTrack(a: Segment, b: Segment): number {
  const start = ({ left, leftY }: Segment): number => left.y + leftY
  const isDown = (segment: Segment): boolean => segment.right.y + segment.rightY > start(segment)
  if (a.loop !== b.loop) return a.loop ? -1 : 1
  if (isDown(a) !== isDown(b)) return isDown(a) ? 1 : -1
  return isDown(a) ? start(b) - start(a) : start(a) - start(b)
}

function lineOf(
  edge: Edge,
  index: number,
  segments: readonly Segment[],
  lefts: readonly number[],
  slots: ReadonlyMap<string, Slot>,
): readonly Point[] {
  const parts = segments.filter((segment) => segment.edge === index)
  const points = parts.flatMap(({ left, leftY, right, rightY, loop, track }) => {
    const x = lefts[left.column] ?? 0
    const start = { x: x + left.width, y: left.y + leftY }
    const end = { x: loop ? x + right.width : (lefts[right.column] ?? 0), y: right.y + rightY }
    return [start, { x: track, y: start.y }, { x: track, y: end.y }, end]
  })
  const from = slots.get(edge.from)
  return parts[0] !== undefined && parts[0].left !== from ? points.toReversed() : points
}

/** Places boxes in rows starting at `top`, and returns the width and the bottom of the rows. */
function placeUnlinked(
  nodes: readonly Node[],
  limit: number,
  top: number,
  places: Map<string, Point>,
): { readonly width: number; readonly height: number } {
  let [x, y, rowHeight, width] = [0, top, 0, 0]
  for (const { id, width: own, height } of nodes) {
    if (x > 0 && x + own > limit) [x, y, rowHeight] = [0, y + rowHeight + GAP, 0]
    places.set(id, { x, y })
    width = Math.max(width, x + own)
    x += own + GAP
    rowHeight = Math.max(rowHeight, height)
  }
  return { width, height: y + rowHeight }
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
