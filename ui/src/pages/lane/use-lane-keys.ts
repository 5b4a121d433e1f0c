import { useNavigate } from '@tanstack/react-router'
import { t } from '../../i18n/i18n.js'
import { useKeys } from '../../kit/keys.js'
import { notify } from '../../kit/notices.js'
import { useLaneGroups } from '../../live/lane-groups.js'
import { idsOf, nextWaiting } from '../../live/triage.js'

/** The key `n` opens the next lane that waits for the user. */
export function useLaneKeys(id: string): void {
  const navigate = useNavigate()
  const groups = useLaneGroups()
  useKeys({
    n: () => {
      const next = nextWaiting(idsOf(groups, 'waiting'), id)
      if (next === undefined) notify(t('lanes:nobody'))
      else void navigate({ to: '/lanes/$lane', params: { lane: next } })
    },
  })
}
