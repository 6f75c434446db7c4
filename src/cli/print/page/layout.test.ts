import { expect, test } from 'vitest'
import { randomFrom } from '../../../testing/random.js'
import { arrange, type Edge, type Node, type Point } from './layout.js'

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

/** Returns whether a line passes through an area, which is tested at many points. */
function crosses(from: Point, to: Point, { left, right, top, bottom }: Area): boolean {
  return Array.from({ length: 101 }, (_each, at) => at / 100).some((part) => {
    const [x, y] = [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part]
    return x > left && x < right && y > top && y < bottom
  })
}

test.each(Array.from({ length: 60 }, (_each, seed) => seed))('diagram %d has no overlaps', (seed) => {
  const { nodes, edges } = randomDiagram(seed)
  const { positions, lines, width, height } = arrange(nodes, edges, 1000)
  const boxes = nodes.map(({ id, width: own, height: tall }): Area => {
    const { x, y } = positions.get(id) ?? { x: NaN, y: NaN }
    return { left: x, right: x + own, top: y, bottom: y + tall }
  })
  expect(
    boxes.every(
      ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= width && bottom <= height,
    ),
  ).toBe(true)
  for (const [index, box] of boxes.entries())
    expect(boxes.slice(index + 1).filter((other) => overlap(box, other))).toEqual([])

  const parts = lines.flatMap((points) =>
    points.slice(1).map((to, at) => {
      const from = points[at] ?? to
      return { from, to }
    }),
  )
  const inner = ({ left, right, top, bottom }: Area): Area => ({
    left: left + 1,
    right: right - 1,
    top: top + 1,
    bottom: bottom - 1,
  })
  for (const { from, to } of parts) expect(boxes.filter((box) => crosses(from, to, inner(box)))).toEqual([])
})
