import type { ReactNode } from 'react'

/** One line of the palette. */
export interface Choice {
  readonly key: string
  readonly icon: ReactNode
  readonly name: ReactNode
  /** After the name, in grey. */
  readonly detail?: string | undefined
  /** At the end of the line. */
  readonly end?: ReactNode
  /** The keys that do the same. */
  readonly keys?: readonly string[]
  readonly go: () => void
  /** The address it opens, which a new tab can open too. */
  readonly href?: string
}

/** The choices of one kind, under a heading. */
export interface ChoiceGroup {
  readonly heading: string
  readonly choices: readonly Choice[]
}
