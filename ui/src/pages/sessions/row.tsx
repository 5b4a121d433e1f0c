import { Link } from '@tanstack/react-router'
import type { Session } from '../../api/types.js'
import { modelName } from '../../format/format.js'
import { Cost } from '../../kit/amount.js'
import { Glyph } from '../../kit/glyph.js'
import { placeOf, titleOf } from '../../kit/session-label.js'
import { SessionWhy } from '../../kit/session-why.js'
import { situationWords } from '../../kit/situation.js'
import { Age } from '../../kit/time.js'
import { UnpricedSign, unpricedNames } from '../../kit/unpriced-sign.js'
import { useNewlyWaiting } from '../../live/news.js'
import { useSession } from '../../rows/rows.js'

/** One session in the history: the row that was read, or the newer one that the socket brought. */
export function SessionRow({ row }: { row: Session }) {
  const session = useSession(row.id) ?? row
  const fresh = useNewlyWaiting(row.id)
  const last = session.last_activity ?? session.started_at
  return (
    <div className="has-why">
      <Link
        to="/sessions/$id"
        params={{ id: session.id }}
        className={`row history ${session.situation} ${fresh ? 'fresh' : ''}`}
      >
        <span aria-hidden />
        <span className="who">
          <b>{titleOf(session)}</b>
          <span title={session.cwd ?? undefined}>{placeOf(session)}</span>
        </span>
        <span className="c-state">{situationWords(session.situation)}</span>
        <span className="c-model">{session.model === null ? '–' : modelName(session.model)}</span>
        <span className="r c-agents num">{session.agent_count ?? 1}</span>
        <span className="r c-cost">
          <UnpricedSign names={unpricedNames(session.unpriced)} leads={false} />
          <Cost value={session.cost} />
        </span>
        <Age since={last} className="r age num" />
      </Link>
      <SessionWhy id={session.id} situation={session.situation} read={session} className="why-glyph" tabIndex={-1}>
        <Glyph situation={session.situation} />
      </SessionWhy>
    </div>
  )
}
