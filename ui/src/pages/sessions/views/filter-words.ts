import { t } from '../../../i18n/i18n.js'
import { toolOf } from '../../../api/tools.js'
import { calendarDay, lastPart, modelName } from '../../../format/format.js'
import { situationWords } from '../../../kit/situation.js'
import { many, type SessionsSearch } from '../search.js'

/** Returns the filters as text; empty for no filter. */
export function filterWords({ q, state, provider, model, cwd, source, tag, range, from, to }: SessionsSearch): string {
  return [
    ...many(state).map(situationWords),
    ...many(cwd).map(lastPart),
    ...many(model).map(modelName),
    ...many(provider).map((one) => toolOf(one).name),
    ...many(source),
    ...many(tag),
    ...(range === undefined ? [] : [t(`range.${range}`)]),
    ...(from === undefined && to === undefined
      ? []
      : [[from, to].map((day) => (day === undefined ? '…' : calendarDay(day))).join(' – ')]),
    ...(q === undefined ? [] : [t('quoted', { words: q })]),
  ].join(', ')
}
