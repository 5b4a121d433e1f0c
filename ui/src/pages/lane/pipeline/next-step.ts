import type { Lane } from '../../../api/types.js'

type Node = Lane['pipeline_nodes'][number]

/** What the pipeline of a lane needs next. */
export type NextStep =
  /** No stage was declared yet. */
  | { readonly says: 'start'; readonly node: Node }
  /** A gate that was not passed yet. */
  | { readonly says: 'gate'; readonly node: Node }
  | { readonly says: 'failed'; readonly node: Node }
  /** The current stage can be left. */
  | { readonly says: 'next'; readonly node: Node; readonly next: Node }
  /** The last stage is the current one, and has no result yet. */
  | { readonly says: 'last'; readonly node: Node }
  | { readonly says: 'complete' }

/** Returns the next step of a lane; undefined without a pipeline. */
export function nextStep(nodes: readonly Node[]): NextStep | undefined {
  const at = nodes.findIndex(({ current }) => current)
  const [first, node, next] = [nodes[0], nodes[at], nodes[at + 1]]
  if (first === undefined) return undefined
  if (node === undefined) return { says: 'start', node: first }
  if (node.state === 'failed') return { says: 'failed', node }
  if (node.gate && node.state === 'active') return { says: 'gate', node }
  if (next !== undefined) return { says: 'next', node, next }
  return node.state === 'active' ? { says: 'last', node } : { says: 'complete' }
}

const WORDS = {
  test: /\btests?\b|regression|verif/i,
  lint: /\blint/i,
  types: /\btypes?\b/i,
  build: /\bbuilds?\b/i,
} as const

/** Returns the check that shows whether a stage was passed; undefined if none does by its name. */
export const checkOf = ({ id, label }: Pick<Node, 'id' | 'label'>): keyof typeof WORDS | undefined =>
  (Object.keys(WORDS) as (keyof typeof WORDS)[]).find((kind) => WORDS[kind].test(`${id} ${label}`.replaceAll('-', ' ')))
