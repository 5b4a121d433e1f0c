import { useQuery } from '@tanstack/react-query'
import { quotaQuery } from '../api/queries.js'
import { count, instant } from '../format/format.js'

/** How full a session's context is, where its status line tells; nothing where it does not. */
export function useContextShare(id: string): { readonly words: string; readonly title: string } | undefined {
  const { data } = useQuery(quotaQuery)
  const found = data?.sessions.find((session) => session.session_id === id)
  const used = found?.context.used_percentage
  if (found === undefined || used === null || used === undefined) return undefined
  const size = found.context.window_size
  return {
    words: `${Math.floor(used)}%`,
    title: `of the context${size === null ? '' : ` of ${count(size)} tokens`} was used ${instant(found.as_of)}`,
  }
}
