import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TrainFront } from 'lucide-react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import type { Train } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import bar from '../../../kit/notice-bar.module.css'
import { repositoryName } from './ready.js'
import styles from './train.module.css'

/** How far a merge train is, and what became of each of its lanes. */
export function TrainProgress({ train, onDismiss }: { readonly train: Train; readonly onDismiss: () => void }) {
  const t = useWords()
  const { id, base, end, lanes } = train
  const stop = useMutation({ mutationFn: () => call('DELETE /api/trains/:id', { params: { id } }) })
  const landed = lanes.filter(({ outcome }) => outcome === 'landed').length
  const place = { base, repository: repositoryName(train.repository), landed, count: lanes.length }
  return (
    <section className={bar['notice']} aria-label={t('train:label')} data-part="train">
      <TrainFront size={16} aria-hidden />
      <p role="status">
        <b>{t(`train:says.${end ?? 'running'}`, place)}</b>
      </p>
      {end === null ? (
        <button type="button" className={buttons['button']} disabled={stop.isPending} onClick={() => stop.mutate()}>
          {t('train:stop')}
        </button>
      ) : (
        <button type="button" className={buttons['quiet']} onClick={onDismiss}>
          {t('train:dismiss')}
        </button>
      )}
      <ol className={styles['steps']}>
        {lanes.map((lane) => (
          <li key={lane.lane_id} data-outcome={lane.outcome ?? 'waiting'}>
            <Link to="/lanes/$lane" params={{ lane: String(lane.lane_id) }} search={{ tab: 'land' }}>
              {lane.title ?? lane.lane_id}
            </Link>
            <span>
              <Outcome lane={lane} isOver={end !== null} />
            </span>
          </li>
        ))}
      </ol>
      {stop.error !== null && (
        <p role="alert" className="bad">
          {advice(stop.error)}
        </p>
      )}
    </section>
  )
}

/** What is said of a lane that cannot land. Other codes of errors are shown unchanged. */
const REASONS = [
  'agents',
  'accepted',
  'committed',
  'checks',
  'base',
  'conflicts',
  'checkout',
  'ESTALE',
  'ECONFLICTS',
  'EGIT',
] as const
type Reason = (typeof REASONS)[number]
const isKnown = (one: string): one is Reason => REASONS.some((reason) => reason === one)

function Outcome({ lane, isOver }: { readonly lane: Train['lanes'][number]; readonly isOver: boolean }) {
  const t = useWords()
  const { outcome, commit, details, told } = lane
  if (outcome === null) return t(isOver ? 'train:outcome.left' : 'train:outcome.waiting')
  if (outcome === 'landed') return t('train:outcome.landed', { commit: commit?.slice(0, 8) ?? '' })
  if (outcome === 'conflicts')
    return t(told ? 'train:outcome.told' : 'train:outcome.conflicts', { files: details.join(', ') })
  if (outcome === 'gone') return t('train:outcome.gone')
  const why = details.map((one) => (isKnown(one) ? t(`train:why.${one}`) : one))
  return t('train:outcome.refused', { why: why.join(', ') })
}
