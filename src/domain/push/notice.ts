import type { Note } from '../session/mark.js'
import type { NoticeKind } from './notice-kind.js'
import type { Notice } from './subscription.js'

type Titles = Readonly<Record<NoticeKind, string>>

const ENGLISH: Titles = { needs_me: 'needs you', failed: 'failed', finished: 'finished' }

/** What follows the name of a session, by language. */
const TITLES: ReadonlyMap<string, Titles> = new Map([
  ['en', ENGLISH],
  ['de', { needs_me: 'braucht dich', failed: 'fehlgeschlagen', finished: 'fertig' }],
])

/** Returns the notification about a session in a language. A later one about the same session replaces it. */
export const sessionNotice = (
  kind: NoticeKind,
  { id, name, headline }: { readonly id: string; readonly name: string; readonly headline: Note | null },
  language = 'en',
): Notice => {
  const said = headline === null ? '' : [headline.tool, headline.text].filter(Boolean).join(' ')
  return {
    title: `${name} ${(TITLES.get(language) ?? ENGLISH)[kind]}`,
    body: said,
    url: `/sessions/${encodeURIComponent(id)}`,
    tag: `session/${id}`,
  }
}
