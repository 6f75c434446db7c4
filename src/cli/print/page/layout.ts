import { Graph, layout } from '@dagrejs/dagre'

/** A box in a diagram. Lines start and end at its rows. */
export interface Node {
  readonly id: string
  readonly width: number
  readonly height: number
}

/** A line between rows of boxes, which can be the same. `fromY` and `toY` are measured from the top of each box. */
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

/** Space between the boxes in a column. */
const GAP = 40
/** Space next to a box for the symbols at the ends of lines. */
const MARGIN = 54
const TRACK = 14

/**
 * Arranges boxes in columns so that lines run from left to right and do not cross boxes. Boxes without lines are placed
 * below the others.
 * @param pageWidth the maximum width of a row of boxes without lines
 */
export function arrange(nodes: readonly Node[], edges: readonly Edge[], pageWidth: number) {
  const isLinked = ({ id }: Node): boolean => edges.some(({ from, to }) => from === id || to === id)
  const linked = nodes.filter(isLinked)
  const column = Math.max(0, ...linked.map(({ width }) => width))
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'LR', nodesep: GAP, edgesep: TRACK, ranksep: MARGIN })
  // All boxes of a column have the same width, so that no line leaves a column through another box.
  for (const { id, height } of linked) graph.setNode(id, { width: column + 2 * MARGIN, height })
  const links = edges.map((edge, index) => ({ ...edge, index })).filter(({ from, to }) => from !== to)
  for (const { from, to, index } of links) graph.setEdge(from, to, {}, String(index))
  layout(graph)

  const positions = new Map<string, Point>()
  for (const { id, height } of linked) {
    const { x, y }: Point = graph.node(id)
    positions.set(id, { x: x - column / 2, y: y - height / 2 })
  }
  const left = Math.min(...[...positions.values()].map(({ x }) => x), Infinity)
  const shifted = new Map([...positions].map(([id, { x, y }]) => [id, { x: x - left, y }]))
  const { height = 0 } = linked.length === 0 ? {} : graph.graph()
  const widths = new Map(linked.map(({ id, width }) => [id, width]))
  const lines = edges.map((edge, index) => {
    const ends = { from: shifted.get(edge.from), to: shifted.get(edge.to) }
    if (ends.from === undefined || ends.to === undefined) return []
    const start = { x: ends.from.x, y: ends.from.y + edge.fromY, width: widths.get(edge.from) ?? 0 }
    const end = { x: ends.to.x, y: ends.to.y + edge.toY, width: widths.get(edge.to) ?? 0 }
    if (edge.from === edge.to) return loop(start, end, column)
    const route: { readonly points?: readonly Point[] } = graph.edge(edge.from, edge.to, String(index))
    const between = (route.points ?? []).slice(1, -1).map(({ x, y }) => ({ x: x - left, y }))
    return lineBetween(start, end, between, column)
  })
  const width =
    shifted.size === 0 ? 0 : Math.max(...[...shifted.values()].map(({ x }) => x)) + column + MARGIN
  const alone = placeUnlinked(
    nodes.filter((node) => !isLinked(node)),
    Math.max(width, pageWidth),
    height === 0 ? 0 : height + GAP,
    shifted,
  )
  return {
    width: Math.max(width, alone.width),
    height: Math.max(height, alone.height),
    positions: shifted,
    /** The points on each line, from start to end. The lines are in the same order as the edges. */
    lines,
  }
}

interface End extends Point {
  readonly width: number
}

/** Leaves and enters the boxes horizontally. The line is straight only where no box can be in its way. */
function lineBetween(start: End, end: End, between: readonly Point[], column: number): readonly Point[] {
  const isForward = start.x < end.x
  const [first, last] = isForward ? [start, end] : [end, start]
  const inner = isForward ? between : between.toReversed()
  const points = [
    { x: first.x + first.width, y: first.y },
    { x: first.x + column + MARGIN, y: first.y },
    ...inner,
    { x: last.x - MARGIN, y: last.y },
    { x: last.x, y: last.y },
  ]
  return isForward ? points : points.toReversed()
}

function loop(start: End, end: End, column: number): readonly Point[] {
  const turn = start.x + column + MARGIN
  return [
    { x: start.x + start.width, y: start.y },
    { x: turn, y: start.y },
    { x: turn, y: end.y },
    { x: end.x + end.width, y: end.y },
  ]
}

/** Places boxes in rows starting at `top`, and returns the width and the bottom of the rows. */
function placeUnlinked(
  nodes: readonly Node[],
  limit: number,
  top: number,
  positions: Map<string, Point>,
): { readonly width: number; readonly height: number } {
  let [x, y, rowHeight, width] = [0, top, 0, 0]
  for (const { id, width: own, height } of nodes) {
    if (x > 0 && x + own > limit) [x, y, rowHeight] = [0, y + rowHeight + GAP, 0]
    positions.set(id, { x, y })
    width = Math.max(width, x + own)
    x += own + GAP
    rowHeight = Math.max(rowHeight, height)
  }
  return { width, height: y + rowHeight }
}
