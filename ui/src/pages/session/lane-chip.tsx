import { Link, useNavigate } from '@tanstack/react-router'
import { useWords } from '../../i18n/use-words.js'
import chips from '../../kit/chip.module.css'
import { useKeys } from '../../kit/keys.js'
import { laneTitle } from '../../kit/lane-title.js'
import { useLaneOf } from '../../live/lane-groups.js'
import { openLane } from '../lane/of-session.js'

/** Leads to the lane of a session, where it is answered, stopped and resumed. The key `l` does the same. */
export function LaneChip({ session }: { session: string }) {
  const t = useWords()
  const navigate = useNavigate()
  const lane = useLaneOf(session)
  useKeys({ l: () => openLane(session, (id) => void navigate({ to: '/lanes/$lane', params: { lane: id } })) })
  if (lane === undefined) return null
  return (
    <Link
      to="/lanes/$lane"
      params={{ lane: String(lane.id) }}
      className={chips['soft']}
      title={t('lane.openNamed', { name: laneTitle(lane) })}
    >
      {t('lane.chip')}
    </Link>
  )
}
