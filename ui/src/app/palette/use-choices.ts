import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import type { Session, SpokenHit } from '../../api/types.js'
import { chooseLanguage } from '../../i18n/choice.js'
import { useWords } from '../../i18n/use-words.js'
import { placeOf, titleOf } from '../../kit/session-label.js'
import { situationWords } from '../../kit/situation.js'
import { placeOfHit } from '../../pages/search/place.js'
import { filterWords } from '../../pages/sessions/views/filter-words.js'
import { useViews } from '../../pages/sessions/views/saved.js'
import { languagesLike } from './languages.js'
import { pagesLike, viewsLike } from './pages.js'

const MOST_SESSIONS = 6
const MOST_SAID = 4
/** Shorter words stand in every conversation. */
const TELLING = 3

/** Somewhere to go. */
export interface Choice {
  readonly key: string
  readonly session?: Session
  /** The words of a conversation, in place of a name. */
  readonly said?: SpokenHit
  readonly name: string
  readonly what: string
  readonly go: () => void
}

/** Where the words may lead: pages and saved views, sessions, conversations, events. */
export function useChoices(words: string): readonly Choice[] {
  const t = useWords()
  const navigate = useNavigate()
  const asked = useDeferredValue(words)
  const sessions = useSessionsLike(asked)
  const said = useSaid(asked)
  const views = viewsLike(useViews(), words)
  return [
    ...pagesLike(words).map(({ to, name, what }) => ({ key: to, name, what, go: () => void navigate({ to }) })),
    ...languagesLike(words).map(({ choice, name, what }) => ({
      key: `language ${choice}`,
      name,
      what,
      go: () => chooseLanguage(choice),
    })),
    ...views.map(({ name, search }) => ({
      key: `view ${name}`,
      name,
      what: t('palette.view', { filters: filterWords(search) }),
      go: () => void navigate({ to: '/sessions', search }),
    })),
    ...sessions.map((session) => ({
      key: session.id,
      session,
      name: titleOf(session),
      what: t('palette.session', { situation: situationWords(session.situation), place: placeOf(session) }),
      go: () => void navigate({ to: '/sessions/$id', params: { id: session.id } }),
    })),
    ...said.map((hit) => ({
      key: `${hit.session_id} ${hit.agent_id ?? ''} ${hit.line}`,
      said: hit,
      name: hit.snippet.text,
      what: titleOf({ id: hit.session_id, name: hit.session_name }),
      go: () => void navigate({ to: '/sessions/$id', params: { id: hit.session_id }, search: placeOfHit(hit, words) }),
    })),
    ...(words === ''
      ? []
      : [
          {
            key: 'said',
            name: t('palette.said', { words }),
            what: t('palette.inSearch'),
            go: () => void navigate({ to: '/search', search: { q: words } }),
          },
          {
            key: 'events',
            name: t('palette.events', { words }),
            what: t('palette.inActivity'),
            go: () => void navigate({ to: '/activity', search: { q: words } }),
          },
        ]),
  ]
}

function useSessionsLike(q: string): readonly Session[] {
  const { data } = useQuery({
    queryKey: [...keys.sessionList, 'palette', q],
    queryFn: ({ signal }) => call('GET /api/sessions', { query: { q, limit: MOST_SESSIONS }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })
  return data?.sessions ?? []
}

function useSaid(q: string): readonly SpokenHit[] {
  const enabled = q.length >= TELLING
  const { data } = useQuery({
    queryKey: [...keys.search, 'palette', q],
    queryFn: ({ signal }) => call('GET /api/search', { query: { q, limit: MOST_SAID }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5000,
    enabled,
  })
  return enabled ? (data?.hits ?? []) : []
}
