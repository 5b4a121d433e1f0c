import { systemVisibility } from '../../domain/access/system-visibility.js'
import { decideReview, type KnownReview } from '../../domain/review/decide.js'
import { laneStream } from '../../events/streams.js'
import { commentsOf } from '../../projections/queries/comments.js'
import { laneById } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

const load = (db: Reader, id: number): KnownReview =>
  laneById(db, systemVisibility, id) === undefined
    ? undefined
    : {
        lane: id,
        comments: commentsOf(db, systemVisibility, id).map(({ id: comment, sent_at: sent, resolved_at: resolved }) => ({
          comment,
          isSent: sent !== null,
          isResolved: resolved !== null,
        })),
      }

/** Commands about the review of a lane, by its id. */
export const review = defineDecider({ stream: (id: number) => laneStream(String(id)), load, decide: decideReview })
