import type { SessionCost } from '../../../api/types.js'
import { usd } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import notes from '../../../kit/note.module.css'

/** A difference of rounding is not worth a note. */
const NOTABLE = 0.01

/** The amount that Claude Code itself reported, if it differs from the cost of the replies. */
export function ReportedCost({ cost }: { cost: SessionCost }) {
  const t = useWords()
  const { reported_by_cli: reported, total_cost: counted } = cost
  if (reported === undefined || reported.difference === null || !reported.is_complete) return null
  if (Math.abs(reported.difference) <= NOTABLE * Math.max(reported.total_cost, counted)) return null
  return (
    <p className={notes['note']} data-note title={t('session:cost.reported_info')}>
      {t('session:cost.reported', { cost: usd(reported.total_cost) })}
    </p>
  )
}
