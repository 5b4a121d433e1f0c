import { type ToolId, TOOLS } from '../../api/tools.js'
import type { Pane } from '../../api/types.js'
import { t } from '../../i18n/i18n.js'
import type { PaneLook } from '../../live/lane-triage.js'

/** A pane, and how it looks. */
export interface Looked {
  readonly pane: Pick<Pane, 'tool' | 'shell'>
  readonly look: PaneLook
}

/** Which agents a lane has, in words. */
export interface AgentWords {
  /** The agents of one kind: "Claude Code 2". */
  readonly name: string
  /** Those of another kind, or what these do: "Codex works", "your turn". */
  readonly also: string
  /** What `also` says: work, a failure, or neither. */
  readonly tone: 'work' | 'fail' | ''
}

interface Kind {
  readonly tool: ToolId
  readonly looks: readonly PaneLook[]
}

/** The look that says most about several agents. */
const URGENCY: readonly PaneLook[] = ['need', 'fail', 'work', 'turn']

const kindsOf = (agents: readonly Looked[]): readonly Kind[] => {
  const tools = [...new Set(agents.map(({ pane }) => pane.tool ?? 'cli_a'))]
  return tools.map((tool) => ({
    tool,
    looks: agents.filter(({ pane }) => (pane.tool ?? 'cli_a') === tool).map(({ look }) => look),
  }))
}

const nameOf = ({ tool, looks }: Kind): string => TOOLS[tool].name + (looks.length > 1 ? ` ${looks.length}` : '')

const toneOf = (looks: readonly PaneLook[]): AgentWords['tone'] =>
  looks.includes('work') ? 'work' : looks.includes('fail') ? 'fail' : ''

/** Returns which agents the panes of a lane have, the kind that needs most first. */
export const agentWords = (panes: readonly Looked[]): AgentWords => {
  const live = panes.filter(({ pane, look }) => !pane.shell && look !== 'ended')
  const ended = panes.filter(({ pane, look }) => !pane.shell && look === 'ended')
  const hasShell = panes.some(({ look }) => look === 'shell')
  const shell = hasShell ? t('lanes:agents.shell') : ''
  if (live.length === 0) {
    const [first] = kindsOf(ended)
    if (first !== undefined)
      return { name: nameOf(first), also: shell === '' ? t('lanes:agents.ended') : shell, tone: '' }
    return { name: hasShell ? shell : t('lanes:agents.none'), also: '', tone: '' }
  }
  const urgency = ({ looks }: Kind): number => Math.min(...looks.map((look) => URGENCY.indexOf(look)))
  const [first, second] = kindsOf(live).toSorted((a, b) => urgency(a) - urgency(b))
  if (first === undefined) return { name: t('lanes:agents.none'), also: '', tone: '' }
  if (second !== undefined) {
    const tone = toneOf(second.looks)
    const name = nameOf(second)
    return {
      name: nameOf(first),
      also: tone === '' ? name : t(tone === 'work' ? 'lanes:agents.otherWork' : 'lanes:agents.otherFail', { name }),
      tone,
    }
  }
  return { name: nameOf(first), ...oneKind(first, shell) }
}

/** What agents of one kind do, where the activity of the lane does not say it. */
const oneKind = ({ looks }: Kind, shell: string): Pick<AgentWords, 'also' | 'tone'> => {
  const working = looks.filter((look) => look === 'work').length
  if (looks.length > 1 && working > 0)
    return {
      also: t(working === looks.length ? 'lanes:agents.allWork' : 'lanes:agents.someWork', { count: working }),
      tone: 'work',
    }
  if (shell !== '') return { also: shell, tone: '' }
  return looks.includes('turn') && looks.every((look) => look === 'turn')
    ? { also: t('lanes:agents.turn'), tone: '' }
    : { also: '', tone: '' }
}
