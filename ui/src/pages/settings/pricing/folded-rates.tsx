import { type ReactNode, use } from 'react'
import { Failure } from '../../../api/failure.js'
import { RefusalContext } from '../../../kit/refusal.js'

interface FoldedRatesProps {
  readonly title: string
  /** The prefix of the names of its fields. */
  readonly prefix: 'intro_' | 'long_'
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** Rates that few rules have: collapsed if there are none, and always open with an error inside. */
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
