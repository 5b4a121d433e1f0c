import { defineProjection } from './define.js'
import { readOwner } from './ownership.js'

/** Comments of users on the changes of lanes. */
export const commentProjection = defineProjection({
  name: 'comment',
  version: 1,
  uses: ['ownership'],
  ddl: [
    // `owner` is that of the lane, `account` who wrote it.
    `create table p_comment (
       comment text primary key, lane integer not null, owner text not null, account text not null, path text not null, line integer,
       end_line integer, side text not null, quote text, text text not null, block text, at real not null, sent_at real, run text,
       resolved_at real
     ) without rowid`,
    'create index i_comment_lane on p_comment (lane, at)',
  ],
  reads: [
    'comment-added',
    'comment-edited',
    'comment-removed',
    'comments-sent',
    'lane-removed',
    'lane-forgotten',
    'lane-owner-changed',
  ],
  apply: (events, db) => {
    for (const event of events) {
      const { occurredAt, stream } = event
      if (event.type === 'comment-added') {
        const { comment, lane, account, path, line, endLine, side, quote, text, block } = event.data
        const place = [path, line, endLine, side, quote, text, block] as const
        db.run(
          `insert into p_comment (comment, lane, owner, account, path, line, end_line, side, quote, text, block, at)
             values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (comment) do nothing`,
          comment,
          lane,
          readOwner(db, stream),
          account,
          ...place,
          occurredAt,
        )
      } else if (event.type === 'comment-edited') {
        const { comment, text, resolved } = event.data
        if (text !== null) db.run('update p_comment set text = ? where comment = ?', text, comment)
        if (resolved !== null)
          db.run('update p_comment set resolved_at = ? where comment = ?', resolved ? occurredAt : null, comment)
      } else if (event.type === 'comment-removed') db.run('delete from p_comment where comment = ?', event.data.comment)
      else if (event.type === 'comments-sent') {
        const { comments, run } = event.data
        for (const comment of comments)
          db.run('update p_comment set sent_at = ?, run = ? where comment = ?', occurredAt, run, comment)
      } else if (event.type === 'lane-removed' || event.type === 'lane-forgotten')
        db.run('delete from p_comment where lane = ?', event.data.lane)
      else if (event.type === 'lane-owner-changed')
        db.run('update p_comment set owner = ? where lane = ?', readOwner(db, stream), event.data.lane)
    }
  },
  // Lanes belong to no session.
  clear: () => undefined,
})
