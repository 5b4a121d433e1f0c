import type { ReactNode } from 'react'
import type { Situation } from '../api/types.js'

// One shape for each situation, so that states differ without colour. The text is next to it.
const SHAPES: Readonly<Record<Situation, ReactNode>> = {
  needs_you: (
    <>
      <path d="M8 1.6 15 14H1z" fill="var(--need-fill)" stroke="var(--need)" strokeLinejoin="round" />
      <path d="M8 6v3.6M8 11.6v.4" stroke="var(--need-on)" strokeWidth="1.6" />
    </>
  ),
  failed: (
    <>
      <path d="M5 1.5h6L14.5 5v6L11 14.5H5L1.5 11V5z" fill="var(--fail-fill)" />
      <path d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8" stroke="var(--fail-on)" strokeWidth="1.6" />
    </>
  ),
  working: (
    <>
      <circle cx="8" cy="8" r="5.6" stroke="var(--line-strong)" strokeWidth="2" />
      <path d="M8 2.4a5.6 5.6 0 0 1 5.6 5.6" stroke="var(--work)" strokeWidth="2" />
    </>
  ),
  your_turn: <path d="M3 3.5h10v7H8.2L5 13.2v-2.7H3z" stroke="var(--ink-2)" strokeWidth="1.5" strokeLinejoin="round" />,
  interrupted: <path d="M5.5 4.5v7M10.5 4.5v7" stroke="var(--idle)" strokeWidth="1.8" />,
  ready: <circle cx="8" cy="8" r="4.6" stroke="var(--idle)" strokeWidth="1.6" />,
  done: <path d="m3.2 8.4 3.1 3.1 6.5-7" stroke="var(--done)" strokeWidth="1.9" strokeLinejoin="round" />,
  abandoned: <path d="M3.5 8h9" stroke="var(--idle)" strokeWidth="1.8" strokeDasharray="2.4 2.6" />,
}

/** The shape of a situation; `label` only where no text is next to it. */
export function Glyph({ situation, label }: { situation: Situation; label?: string }) {
  return (
    <svg
      className="glyph"
      viewBox="0 0 16 16"
      fill="none"
      strokeLinecap="round"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {SHAPES[situation]}
    </svg>
  )
}
