import { actorOf, promptOfUser } from '../domain/session/payload.js'
import { short } from '../domain/text.js'
import { type Instant, MINUTE } from '../domain/time.js'
import type { Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'
import type { Db } from './sql.js'

const TEXT_MAX = 500
/** Characters by which a hook and a transcript line are recognised as the same prompt. */
const COMPARED = 100
/** A prompt that waits in the queue of an agent is in the transcript when the agent reads it. */
const SAME_WITHIN = 10 * MINUTE

/**
 * The prompts of users to main agents, which start the turns of a session. A hook and a transcript line report the same prompt: the
 * line is kept, because the conversation shows it there.
 */
export const promptProjection = defineProjection({
  name: 'prompt',
  version: 1,
  ddl: [
    // `line` is null for what only a hook has reported.
    `create table p_prompt (
       stream integer not null, at real not null, id integer not null, line integer, text text not null, head text not null,
       primary key (stream, at, id)
     ) without rowid`,
  ],
  reads: ['hook-received', 'prompt-recorded'],
  apply: (events, db) => {
    for (const event of events) {
      const told = promptIn(event)
      if (told !== null) add(db, event, told)
    }
  },
  clear: ({ streams, everything }, db) => {
    if (everything) db.run('delete from p_prompt')
    else for (const stream of streams) db.run('delete from p_prompt where stream = ?', stream)
  },
})

interface Told {
  readonly text: string
  readonly line: number | null
}

const promptIn = (event: Recorded): Told | null => {
  if (event.type === 'prompt-recorded') {
    const { agent, typed, copied, text, line } = event.data
    return agent === null && typed && copied !== true ? { text, line } : null
  }
  if (event.type !== 'hook-received' || event.data.kind !== 'UserPromptSubmit') return null
  const { payload } = event.data
  const text = actorOf(payload) === null ? promptOfUser(payload) : null
  return text === null ? null : { text, line: null }
}

const headOf = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, COMPARED)

const SAME = 'stream = ? and at between ? and ? and head = ?'

const add = (db: Db, { stream, occurredAt: at, position }: Recorded, { text, line }: Told): void => {
  const head = headOf(text)
  const same = (from: Instant, to: Instant) => [stream, from, to, head] as const
  if (line !== null)
    db.run(`delete from p_prompt where ${SAME} and line is null`, ...same(at - SAME_WITHIN, at + MINUTE))
  else if (db.get(`select 1 from p_prompt where ${SAME} and line is not null`, ...same(at - MINUTE, at + SAME_WITHIN)))
    return
  db.run(
    'insert into p_prompt (stream, at, id, line, text, head) values (?, ?, ?, ?, ?, ?)',
    stream,
    at,
    position,
    line,
    short(text, TEXT_MAX),
    head,
  )
}
