import { short } from '../../domain/text.js'
import { toolOf } from '../../domain/tools/catalog.js'
import type { RouteAnswer } from '../../http/contract/index.js'

/** Characters of a text from a session. */
export const LONGEST = 500

type Session = RouteAnswer<'GET /api/sessions'>['sessions'][number]

/** Returns what agents need to know about a session. */
export const sessionShape = (session: Session) => ({
  session_id: session.id,
  name: short(session.name ?? '', LONGEST),
  tool: toolOf(session.provider).name,
  status: session.status,
  situation: session.situation,
  situation_since: session.situation_since,
  waiting_since: session.awaiting_input_since,
  folder: session.cwd,
  model: session.model,
  last_activity: session.last_activity,
  said: session.headline === null ? null : { ...session.headline, text: short(session.headline.text, LONGEST) },
  cost_usd: session.cost,
})
