import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import { conditionOf, type Draft, isBudget, wrongIn } from './draft.js'
import { useSettled } from './use-settled.js'

/** What a rule would have found in the last seven days. */
export function Preview({ draft }: { draft: Draft }) {
  const t = useWords()
  const settled = useSettled(draft)
  const condition = { ...conditionOf(settled), scope: settled.scope }
  const isComplete = wrongIn(settled).every((field) => field === 'name' || field === 'cooldown')
  const { data } = useQuery({
    queryKey: [...keys.alertRules, 'preview', condition],
    queryFn: ({ signal }) => call('POST /api/alerts/rules/preview', { body: condition, signal }),
    enabled: isComplete && !isBudget(settled),
    placeholderData: keepPreviousData,
  })
  if (isBudget(draft)) return <p role="status">{t('alerts:form.includesSubagents')}</p>
  const matches = isComplete ? data?.matches : undefined
  if (data === undefined || matches == null) return <p role="status" />
  const what = draft.trigger === 'event' ? 'events' : 'sessions'
  return (
    <p role="status">
      {t(data.at_least ? `alerts:preview.atLeast.${what}` : `alerts:preview.${what}`, { count: matches })}
    </p>
  )
}
