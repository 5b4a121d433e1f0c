import { type ReactNode, use } from 'react'
import { Failure } from '../../../api/failure.js'
import { useWords } from '../../../i18n/use-words.js'
import { RefusalContext } from '../../../kit/refusal.js'

/** The rates of a promotion: folded away while there is none, and never over something that is wrong in them. */
export function Promotion({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const t = useWords()
  const error = use(RefusalContext)
  const isWrong = error instanceof Failure && error.field?.startsWith('intro_') === true
  return (
    <details open={isOpen || isWrong}>
      <summary>{t('config:pricing.promotion')}</summary>
      <fieldset>
        <legend className="sr-only">{t('config:pricing.promotion')}</legend>
        {children}
      </fieldset>
    </details>
  )
}
