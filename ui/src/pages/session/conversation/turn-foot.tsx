import { Link } from '@tanstack/react-router'
import type { Turn } from '../../../api/types.js'
import { callTime } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { Cost } from '../../../kit/amount.js'
import { unpricedNames, UnpricedSign } from '../../../kit/unpriced-sign.js'
import { LineCounts } from '../files/file-list.js'
import styles from './turn-foot.module.css'

/** What one turn took, cost and changed, below its last message. */
export function TurnFoot({ id, turn }: { id: string; turn: Turn }) {
  const t = useWords()
  const { files, calls, failures } = turn
  const hasCost = turn.cost > 0 || turn.unpriced.length > 0
  if (calls === 0 && files.length === 0 && !hasCost) return null
  const sum = (of: 'added' | 'removed'): number => files.reduce((all, file) => all + file[of], 0)
  return (
    <p className={styles['foot']} data-turn={turn.number}>
      <span>{t('session:turn.number', { number: turn.number })}</span>
      <span className="num">{callTime(Date.parse(turn.ended_at) - Date.parse(turn.at))}</span>
      {hasCost && (
        <span>
          <Cost value={turn.cost} />
          <UnpricedSign names={unpricedNames(turn.unpriced)} />
        </span>
      )}
      {calls > 0 && (
        <span>
          {t('session:turn.calls', { count: calls })}
          {failures > 0 && `, ${t('session:turn.failed', { count: failures })}`}
        </span>
      )}
      {files.length > 0 && (
        <Link to="/sessions/$id" params={{ id }} search={{ tab: 'files' }}>
          {t('session:turn.files', { count: files.length })}{' '}
          <LineCounts added={sum('added')} removed={sum('removed')} />
        </Link>
      )}
    </p>
  )
}
