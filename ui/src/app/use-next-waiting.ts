import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { t } from '../i18n/i18n.js'
import { notify } from '../kit/notices.js'
import { currentlyWaiting } from '../live/groups.js'
import { currentDialogs } from '../live/waiting-dialogs.js'
import { nextWaiting } from '../live/triage.js'

/** Goes to the next waiting session from anywhere: on Now it is selected, on a session's page the next page opens. */
export function useNextWaiting(): () => void {
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const { at } = useSearch({ strict: false })
  return () => {
    const next = nextWaiting(currentlyWaiting(), id ?? at)
    if (next === undefined) {
      const [dialog] = currentDialogs()
      if (dialog !== undefined) {
        const { lane, pane } = dialog
        void navigate({ to: '/lanes/$lane', params: { lane: String(lane.id) }, search: { slot: pane.slot } })
        return
      }
      notify(t('news.nobody'))
      return
    }
    if (id === undefined) void navigate({ to: '/', search: { at: next } })
    else void navigate({ to: '/sessions/$id', params: { id: next } })
  }
}
