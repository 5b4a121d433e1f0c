import type { Agent, Situation } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { Glyph } from '../../../kit/glyph.js'

// Agents have fewer states than sessions. A waiting one needs the user only if its reason says so.
const SHAPE_OF: Readonly<Record<Agent['status'], Situation>> = {
  working: 'working',
  waiting: 'interrupted',
  completed: 'done',
  error: 'failed',
}

/** The state of an agent, read aloud because no text is next to it. */
export function AgentGlyph({ agent }: { agent: Pick<Agent, 'status'> & Partial<Pick<Agent, 'awaiting_reason'>> }) {
  const t = useWords()
  if (agent.awaiting_reason === 'notification') return <Glyph situation="needs_you" label={t('situation.needs_you')} />
  return <Glyph situation={SHAPE_OF[agent.status]} label={t(`session:agent.status.${agent.status}`)} />
}
