export interface Link {
  readonly source: string
  readonly target: string
  readonly value: number
}

interface Node {
  readonly name: string
  readonly y: number
  readonly thick: number
}

interface Band extends Link {
  readonly y0: number
  readonly y1: number
  readonly thick: number
}

const GAP_PX = 14

const sums = (links: readonly Link[], end: 'source' | 'target'): readonly (readonly [string, number])[] => {
  const totals = new Map<string, number>()
  for (const link of links) totals.set(link[end], (totals.get(link[end]) ?? 0) + link.value)
  return [...totals].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
}

const rank = (nodes: readonly Node[], name: string): number => nodes.findIndex((node) => node.name === name)

/** Places both columns of names, and the bands between them, in a height that all of them share. */
export function flowOf(links: readonly Link[], height: number) {
  const left = sums(links, 'source')
  const right = sums(links, 'target')
  const total = links.reduce((sum, { value }) => sum + value, 0)
  const scale = Math.max(0, height - GAP_PX * Math.max(left.length, right.length)) / Math.max(1, total)
  const column = (nodes: readonly (readonly [string, number])[]): readonly Node[] => {
    let y = GAP_PX / 2
    return nodes.map(([name, value]) => {
      const node = { name, y, thick: value * scale }
      y += node.thick + GAP_PX
      return node
    })
  }
  const from = column(left)
  const to = column(right)
  const used = new Map<string, number>()
  const take = (side: string, nodes: readonly Node[], name: string, thick: number): number => {
    const key = `${side} ${name}`
    const start = used.get(key) ?? nodes.find((node) => node.name === name)?.y ?? 0
    used.set(key, start + thick)
    return start + thick / 2
  }
  // From the top down on both sides, so that bands cross as little as they must.
  const bands = links
    .toSorted((a, b) => rank(from, a.source) - rank(from, b.source) || rank(to, a.target) - rank(to, b.target))
    .map((link): Band => {
      const thick = link.value * scale
      return { ...link, thick, y0: take('from', from, link.source, thick), y1: take('to', to, link.target, thick) }
    })
  return { bands, from, to }
}
