import { Play, Plus, Square } from 'lucide-react'
import type { LinkProps } from '@tanstack/react-router'
import type { Lane } from '../../api/types.js'
import { t } from '../../i18n/i18n.js'
import { laneMatches, repositoryOf } from '../../kit/lane-match.js'
import { laneTitle } from '../../kit/lane-title.js'
import { laneStateOf } from '../../live/lane-groups.js'
import { requestStop } from '../../pages/lane/stop/request.js'
import { LaneGlyph } from '../../pages/lanes/lane-glyph.js'
import { sessionRows } from '../../rows/rows.js'
import type { Choice } from './choice.js'
import { Marked } from './marked.js'
import { hasWordLike } from './pages.js'

const MOST_LANES = 6
const ICON = { size: 16, strokeWidth: 1.7, 'aria-hidden': true } as const

type Open = (link: LinkProps) => Pick<Choice, 'go' | 'href'>
type Verb = 'start' | 'stop'
const VERBS = ['start', 'stop'] as const

const labelOf = (verb: Verb): string => t(`palette:action.${verb}Lane`)

const canDo = (verb: Verb, { status, panes }: Lane): boolean =>
  verb === 'stop' ? panes.some(({ alive }) => alive) : status !== 'provisioning' && status !== 'failed'

/** Returns the lanes that a text finds. The first word may be an action: `stop cart`. */
function lanesLike(lanes: readonly Lane[], text: string) {
  const [first = '', ...rest] = text.toLowerCase().split(/\s+/)
  const verb = VERBS.find((one) => first !== '' && hasWordLike(labelOf(one), first))
  const matching = (words: string): readonly Lane[] =>
    words === ''
      ? []
      : lanes.filter((lane) => laneMatches(lane, sessionRows.get(laneStateOf(lane.id)?.lead ?? ''), words))
  if (verb === undefined) return { verb, found: matching(text) }
  const named = rest.length === 0 ? lanes : matching(rest.join(' '))
  return { verb, found: named.filter((lane) => canDo(verb, lane)) }
}

/** Returns the lanes that a text finds, as choices that open them. */
export const laneChoices = (lanes: readonly Lane[], text: string, open: Open): readonly Choice[] => {
  const { verb, found } = lanesLike(lanes, text)
  if (verb !== undefined) return []
  return found.slice(0, MOST_LANES).map((lane) => {
    const state = laneStateOf(lane.id)
    return {
      key: `lane ${lane.id}`,
      icon: <LaneGlyph group={state?.group ?? 'idle'} session={sessionRows.get(state?.lead ?? '')} />,
      name: <Marked name={laneTitle(lane)} text={text} />,
      detail: [repositoryOf(lane), lane.branch ?? ''].filter((part) => part !== '').join(' · '),
      end: state === undefined ? undefined : t(`group.${state.group}`),
      ...open({ to: '/lanes/$lane', params: { lane: String(lane.id) } }),
    }
  })
}

/** Returns what can be done with the lane of the page, with the first that a text finds, or with all that an action fits. */
export const laneActions = (
  lanes: readonly Lane[],
  here: Lane | undefined,
  text: string,
  open: Open,
): readonly Choice[] => {
  const { verb, found } = lanesLike(lanes, text)
  const [first] = found
  const wanted =
    verb !== undefined
      ? found.slice(0, MOST_LANES).map((lane) => [verb, lane] as const)
      : VERBS.flatMap((one) => {
          const lane = text === '' ? here : first
          return lane !== undefined && canDo(one, lane) ? [[one, lane] as const] : []
        })
  return wanted.map(([one, lane]) => {
    const id = String(lane.id)
    return {
      key: `${one} lane ${id}`,
      icon: one === 'stop' ? <Square {...ICON} /> : <Play {...ICON} />,
      name: labelOf(one),
      detail: laneTitle(lane),
      ...(one === 'stop'
        ? { go: () => requestStop({ lane: id }) }
        : open({ to: '/lanes/$lane', params: { lane: id }, search: { start: true } })),
    }
  })
}

/** Returns the action that opens the dialog of a new lane, if the text fits. */
export const newLaneAction = (text: string, open: Open): readonly Choice[] => {
  const name = t('palette:action.newLane')
  if (text !== '' && !hasWordLike(name, text.trim().toLowerCase())) return []
  const link = open({ to: '/lanes', search: { new: true } })
  return [{ key: 'new lane', icon: <Plus {...ICON} />, name, keys: [t('keys.shift'), 'N'], ...link }]
}
