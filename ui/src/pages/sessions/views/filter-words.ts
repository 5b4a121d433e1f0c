import { t } from '../../../i18n/i18n.js'
import { toolOf } from '../../../api/tools.js'
import { calendarDay, lastPart, modelName } from '../../../format/format.js'
import { laneTitle } from '../../../kit/lane-title.js'
import { situationWords } from '../../../kit/situation.js'
import { laneRows } from '../../../rows/rows.js'
import { many, type SessionsSearch } from '../search.js'

/** Returns the filters as text; empty for no filter. */
export function filterWords({
  q,
  state,
  provider,
  model,
  cwd,
  source,
  tag,
  lane,
  range,
  from,
  to,
}: SessionsSearch): string {
  return [
    ...many(state).map(situationWords),
    ...many(cwd).map(lastPart),
    ...many(model).map(modelName),
    ...many(provider).map((one) => toolOf(one).name),
    ...many(source),
    ...many(tag),
    ...(lane === undefined ? [] : [laneNamed(lane)]),
    ...(range === undefined ? [] : [t(`range.${range}`)]),
    ...(from === undefined && to === undefined
      ? []
      : [[from, to].map((day) => (day === undefined ? '…' : calendarDay(day))).join(' – ')]),
    ...(q === undefined ? [] : [t('quoted', { words: q })]),
  ].join(', ')
}

/** The title of a lane; its number once it is deleted. */
const laneNamed = (id: number): string => {
  const lane = laneRows.get(String(id))
  return lane === undefined ? `#${id}` : laneTitle(lane)
}
