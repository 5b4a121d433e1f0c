import { useQuery } from '@tanstack/react-query'
import { quotaQuery } from '../api/queries.js'
import type { Quota } from '../api/types.js'
import { count, hundredths, instant } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'

/** Returns how full the context of a session is; undefined if its status line does not report it. */
export function useContextShare(id: string): { readonly words: string; readonly title: string } | undefined {
  const t = useWords()
  // Selects this session, so that readings of others do not render.
  const { data: found } = useQuery({
    ...quotaQuery,
    select: ({ sessions }: Quota) => sessions.find((session) => session.session_id === id) ?? null,
  })
  const used = found?.context.used_percentage
  if (found == null || used === null || used === undefined) return undefined
  const size = found.context.window_size
  return {
    words: hundredths(Math.floor(used)),
    title:
      size === null
        ? t('context.title', { at: instant(found.as_of) })
        : t('context.titleOf', { size: count(size), at: instant(found.as_of) }),
  }
}
