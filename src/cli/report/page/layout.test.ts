import { expect, test } from 'vitest'
import { randomFrom } from '../../../testing/random.js'
import { arrange, type Edge, type Node } from './layout.js'

interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/**
 * Returns a random diagram of boxes, with lines between their rows. A line can lead to an earlier box or back to its
 * own box.
 */
function randomDiagram(seed: number): { readonly nodes: readonly Node[]; readonly edges: readonly Edge[] } {
  const below = randomFrom(seed)
  const nodes = Array.from({ length: 2 + below(19) }, (_each, index) => ({
    id: `Model${index}`,
    width: 150 + 10 * below(20),
    height: 74 + 20 * below(20),
  }))
  const used = new Map<string, number>()
  const end = (): { id: string; y: number } => {
    const id = `Model${below(nodes.length)}`
    const row = used.get(id) ?? 0
    used.set(id, row + 1)
    return { id, y: 40 + 20 * row }
  }
  const edges = Array.from({ length: below(nodes.length + 4) }, () => {
    const [from, to] = [end(), end()]
    return { from: from.id, to: to.id, fromY: from.y, toY: to.y }
  })
  const rows = (id: string): number => used.get(id) ?? 0
  return {
    nodes: nodes.map((node) => ({ ...node, height: Math.max(node.height, 54 + 20 * rows(node.id)) })),
    edges,
  }
}

function overlap(a: Area, b: Area): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

test.each(Array.from({ length: 60 }, (_each, seed) => seed))('diagram %d has no overlaps', (seed) => {
  const { nodes, edges } = randomDiagram(seed)
  const { places, lines, width, height } = arrange(nodes, edges, 1000)
  const boxes = nodes.map(({ id, width: own, height: tall }): Area => {
    const { x, y } = places.get(id) ?? { x: NaN, y: NaN }
    return { left: x, right: x + own, top: y, bottom: y + tall }
  })
  expect(
    boxes.every(
      ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= width && bottom <= height,
    ),
  ).toBe(true)
  for (const [index, box] of boxes.entries())
    expect(boxes.slice(index + 1).filter((other) => overlap(box, other))).toEqual([])

  const parts = lines.flatMap((points, line) =>
    points.slice(1).map((to, at) => {
      const from = points[at] ?? to
      const area: Area = {
        left: Math.min(from.x, to.x),
        right: Math.max(from.x, to.x),
        top: Math.min(from.y, to.y),
        bottom: Math.max(from.y, to.y),
      }
      return { line, area, isFlat: from.y === to.y, isSteep: from.x === to.x }
    }),
  )
  const wide = ({ left, right, top, bottom }: Area): Area => ({
    left: left - 0.5,
    right: right + 0.5,
    top: top - 0.5,
    bottom: bottom + 0.5,
  })
  const inner = ({ left, right, top, bottom }: Area): Area => ({
    left: left + 1,
    right: right - 1,
    top: top + 1,
    bottom: bottom - 1,
  })
  for (const { area } of parts) expect(boxes.filter((box) => overlap(inner(box), wide(area)))).toEqual([])
  for (const [index, one] of parts.entries())
    for (const other of parts.slice(index + 1))
      if (one.line !== other.line && one.isFlat === other.isFlat)
        expect(overlap(wide(one.area), wide(other.area)), `lines ${one.line} and ${other.line}`).toBe(false)
})
