import { userNumber } from '../../domain/access/author.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

interface CommentRow {
  readonly comment: string
  readonly account: string
  readonly path: string
  readonly line: number | null
  readonly end_line: number | null
  readonly side: 'old' | 'new'
  readonly quote: string | null
  readonly text: string
  readonly block: string | null
  readonly at: Instant
  readonly sent_at: Instant | null
  readonly run: string | null
  readonly resolved_at: Instant | null
}

const shapeOf = ({ comment, account, run, at, sent_at: sent, resolved_at: resolved, ...row }: CommentRow) => ({
  id: comment,
  ...row,
  state: resolved !== null ? ('resolved' as const) : sent !== null ? ('sent' as const) : ('draft' as const),
  at: iso(at),
  sent_at: iso(sent),
  run_id: run,
  resolved_at: iso(resolved),
  by: userNumber(account),
})

/** Returns the comments on the changes of a lane, the oldest first. */
export const commentsOf = (db: Reader, visibility: Visibility, lane: number) => {
  const { where, params } = new Filter(visibility, 'owner').and('lane = ?', lane)
  return db
    .all<CommentRow>(
      `select comment, account, path, line, end_line, side, quote, text, block, at, sent_at, run, resolved_at
         from p_comment ${where} order by at, comment`,
      ...params,
    )
    .map(shapeOf)
}
