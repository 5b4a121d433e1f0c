import type { Lane } from '../../../api/types.js'

type Node = Lane['pipeline_nodes'][number]

const CHECK = <path d="m5.2 8.2 2 2 3.7-4.1" stroke="var(--canvas)" strokeWidth="1.6" />
const CROSS = <path d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8" stroke="var(--fail-on)" strokeWidth="1.6" />

/** The state of a stage as a shape: gates are diamonds. Its text is beside it. */
export function NodeSign({ gate, state }: Pick<Node, 'gate' | 'state'>) {
  const outline = gate ? 'M8 1.8 14.2 8 8 14.2 1.8 8z' : 'M8 2.2a5.8 5.8 0 1 1 0 11.6A5.8 5.8 0 0 1 8 2.2z'
  const shape = {
    pending: <path d={outline} stroke="var(--line-strong)" strokeWidth="1.5" />,
    active: (
      <>
        <path d={outline} stroke="var(--work)" strokeWidth="1.8" />
        <circle cx="8" cy="8" r="2.4" fill="var(--work)" />
      </>
    ),
    done: (
      <>
        <path d={outline} fill="var(--done)" stroke="var(--done)" strokeWidth="1.5" />
        {CHECK}
      </>
    ),
    'passed-no-evidence': (
      <>
        <path d={outline} stroke="var(--done)" strokeWidth="1.6" strokeDasharray="2.6 2" />
        <path d="m5.2 8.2 2 2 3.7-4.1" stroke="var(--done)" strokeWidth="1.6" />
      </>
    ),
    failed: (
      <>
        <path d={outline} fill="var(--fail-fill)" stroke="var(--fail-fill)" strokeWidth="1.5" />
        {CROSS}
      </>
    ),
  }[state]
  return (
    <svg className="glyph" viewBox="0 0 16 16" fill="none" strokeLinecap="round" strokeLinejoin="round" aria-hidden>
      {shape}
    </svg>
  )
}
