import type { Session, Situation } from '../../api/types.js'
import { Glyph } from '../../kit/glyph.js'
import type { GroupKey } from '../../live/triage.js'

const SHAPE: Partial<Record<GroupKey, Situation>> = {
  waiting: 'needs_you',
  others: 'needs_you',
  failed: 'failed',
  working: 'working',
  turn: 'your_turn',
}

/** The shape of a lane's state; of an idle lane, that of its last session. */
export const LaneGlyph = ({ group, session }: { group: GroupKey; session: Session | undefined }) => (
  <Glyph situation={SHAPE[group] ?? session?.situation ?? 'ready'} />
)
