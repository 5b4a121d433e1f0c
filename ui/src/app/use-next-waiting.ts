import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { t } from '../i18n/i18n.js'
import { notify } from '../kit/notices.js'
import { currentlyWaiting } from '../live/groups.js'
import { nextWaiting } from '../live/triage.js'

/** Goes to the next waiting session from anywhere: on Now it is selected, on a session's page the next page opens. */
export function useNextWaiting(): () => void {
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const { at } = useSearch({ strict: false })
  return () => {
    const next = nextWaiting(currentlyWaiting(), id ?? at)
    if (next === undefined) {
      notify(t('news.nobody'))
      return
    }
    if (id === undefined) void navigate({ to: '/', search: { at: next } })
    else void navigate({ to: '/sessions/$id', params: { id: next } })
  }
}
