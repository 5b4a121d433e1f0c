import type { Link } from './flow-layout.js'

interface Box {
  readonly name: string
  readonly layer: number
  readonly x: number
  readonly y: number
}

export interface Edge extends Link {
  readonly from: Box
  readonly to: Box
  /** It leads back to where the way comes from, or to its own beginning. */
  readonly isBack: boolean
}

/** The layer of each name: how many links lead to it from a root on the shortest way. */
function layersOf(roots: readonly string[], links: readonly Link[]): ReadonlyMap<string, number> {
  const layers = new Map(roots.map((root) => [root, 0]))
  let edge = [...roots]
  for (let layer = 1; edge.length > 0; layer += 1) {
    const next = new Set(links.filter(({ source }) => edge.includes(source)).map(({ target }) => target))
    edge = [...next].filter((name) => !layers.has(name))
    for (const name of edge) layers.set(name, layer)
  }
  return layers
}

/**
 * Places boxes in columns, from the roots to the right. Those of a column stand in the order of their links, the most
 * frequent first; what no root leads to is left out.
 */
export function dagOf(
  roots: readonly string[],
  links: readonly Link[],
  step: { readonly x: number; readonly y: number },
) {
  const layers = layersOf(roots, links)
  const weights = new Map<string, number>()
  for (const { target, value } of links) weights.set(target, (weights.get(target) ?? 0) + value)
  const columns: string[][] = []
  for (const [name, layer] of layers) (columns[layer] ??= []).push(name)
  const rows = Math.max(0, ...columns.map((column) => column.length))
  const boxes = new Map<string, Box>()
  for (const [layer, column] of columns.entries()) {
    const sorted = column.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0) || (a < b ? -1 : 1))
    // Short columns stand in the middle of the long ones.
    const top = ((rows - sorted.length) / 2) * step.y
    for (const [row, name] of sorted.entries())
      boxes.set(name, { name, layer, x: layer * step.x, y: top + row * step.y })
  }
  const edges = links.flatMap((link): readonly Edge[] => {
    const [from, to] = [boxes.get(link.source), boxes.get(link.target)]
    return from === undefined || to === undefined ? [] : [{ ...link, from, to, isBack: to.layer <= from.layer }]
  })
  return { boxes: [...boxes.values()], edges, columns: columns.length, rows }
}
