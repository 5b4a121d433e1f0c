import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import { useDelete } from '../../../kit/use-delete.js'
import { type Draft, isBudget } from './draft.js'

const remove = ({ id, ...draft }: Draft): Promise<unknown> => {
  const params = { id: id ?? '' }
  return isBudget(draft)
    ? call('DELETE /api/budgets/:id', { params })
    : call('DELETE /api/alerts/rules/:id', { params })
}

/** Deletes a stored rule or budget with its alerts, after a question. */
export function useDeleteRule(noun: 'rules' | 'budget', onDeleted: () => void) {
  const t = useWords()
  const queries = useQueryClient()
  return useDelete<Draft>({
    title: ({ name }) => t('sureToDelete', { name }),
    says: () => t(`alerts:${noun}.deleteSays`),
    action: t(`alerts:${noun}.delete`),
    run: remove,
    done: ({ name }) => t('alerts:deleted', { name }),
    onChanged: () => {
      onDeleted()
      for (const queryKey of [keys.alertRules, keys.budgets, keys.alerts]) void queries.invalidateQueries({ queryKey })
    },
  })
}
