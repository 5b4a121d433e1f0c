import type { Note } from '../session/mark.js'
import type { NoticeKind } from './notice-kind.js'
import type { Notice } from './subscription.js'

const TITLES: Readonly<Record<NoticeKind, string>> = {
  needs_me: 'needs you',
  failed: 'failed',
  finished: 'finished',
}

/** Returns the notification about a session. A later one about the same session replaces it. */
export const sessionNotice = (
  kind: NoticeKind,
  { id, name, headline }: { readonly id: string; readonly name: string; readonly headline: Note | null },
): Notice => {
  const said = headline === null ? '' : [headline.tool, headline.text].filter(Boolean).join(' ')
  return {
    title: `${name} ${TITLES[kind]}`,
    body: said,
    url: `/sessions/${encodeURIComponent(id)}`,
    tag: `session/${id}`,
  }
}
