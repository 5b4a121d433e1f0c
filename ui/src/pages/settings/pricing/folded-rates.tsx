import { type ReactNode, use } from 'react'
import { Failure } from '../../../api/failure.js'
import { RefusalContext } from '../../../kit/refusal.js'

interface FoldedRatesProps {
  readonly title: string
  /** What the names of its fields start with. */
  readonly prefix: 'intro_' | 'long_'
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** Rates that few rules have: folded away while there are none, and never over a field with an error. */
export function FoldedRates({ title, prefix, isOpen, children }: FoldedRatesProps) {
  const error = use(RefusalContext)
  const isWrong = error instanceof Failure && error.field?.startsWith(prefix) === true
  return (
    <details open={isOpen || isWrong}>
      <summary>{title}</summary>
      <fieldset>
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </details>
  )
}
