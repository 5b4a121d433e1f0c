import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notifyChoice, setNotifyChoice } from '../../../push/settings.js'
import { allow, subscribe } from '../../../push/subscription.js'
import { canBePushed } from '../../../push/worker.js'
import { pushedQuery } from '../queries.js'

/** Whether this browser gets the alerts of all rules, and how to subscribe it. */
export function useThisBrowser() {
  const queries = useQueryClient()
  const { data: isOn = false } = useQuery(pushedQuery)
  const turnOn = useMutation({
    mutationFn: async () => {
      await allow()
      setNotifyChoice({ ...notifyChoice(), isChosen: true })
      await subscribe()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: pushedQuery.queryKey }),
  })
  return { canBeOn: canBePushed(), isOn, turnOn }
}
