import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LinkProps, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { Bookmark, MessageSquare, Settings } from 'lucide-react'
import { useDeferredValue, useSyncExternalStore } from 'react'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import type { Session, SpokenHit } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { Glyph } from '../../kit/glyph.js'
import { placeOf, titleOf } from '../../kit/session-label.js'
import { situationWords } from '../../kit/situation.js'
import { placeOfHit } from '../../pages/search/place.js'
import { Snippet } from '../../pages/search/snippet.js'
import { filterWords } from '../../pages/sessions/views/filter-words.js'
import { useViews } from '../../pages/sessions/views/saved.js'
import { laneRows, useLane, useSession } from '../../rows/rows.js'
import { PAGE_ICONS } from '../page-icons.js'
import { GO, isPagePath, PAGE_LETTERS } from '../use-go-keys.js'
import { displayActions, searchActions, sessionActions } from './actions.js'
import type { Choice, ChoiceGroup } from './choice.js'
import { laneActions, laneChoices, newLaneAction } from './lane-choices.js'
import { Marked } from './marked.js'
import { useVisiblePages } from '../../api/caller.js'
import { hasWordLike, pagesLike, viewsLike } from './pages.js'

const MOST_SESSIONS = 6
const MOST_HITS = 4
/** Read to find one hit in each of a few sessions. */
const HITS_READ = 20
/** A shorter text is in every conversation. */
const LEAST_TEXT = 3
const ICON = { size: 16, strokeWidth: 1.7, 'aria-hidden': true } as const

/** Returns what the text leads to, by kind: sessions, conversations, pages and actions. */
export function useChoices(text: string): readonly ChoiceGroup[] {
  const t = useWords()
  const open = useOpen()
  const asked = useDeferredValue(text)
  const sessions = useSessionsLike(asked, text)
  const hits = useHits(asked)
  const views = viewsLike(useViews(), text)
  const here = useSessionHere()
  const pages = pagesLike(text, useVisiblePages())
  const lanes = useSyncExternalStore(laneRows.subscribeAll, laneRows.all)
  const laneHere = useLane(useParams({ strict: false }).lane ?? '')

  const sessionChoices = sessions.map(
    (session): Choice => ({
      key: session.id,
      icon: <Glyph situation={session.situation} />,
      name: <Marked name={titleOf(session)} text={text} />,
      detail: placeOf(session),
      end: situationWords(session.situation),
      ...open({ to: '/sessions/$id', params: { id: session.id } }),
    }),
  )
  const hitChoices = hits.map(
    (hit): Choice => ({
      key: `${hit.session_id} ${hit.agent_id ?? ''} ${hit.line}`,
      icon: <MessageSquare {...ICON} />,
      name: <Snippet snippet={hit.snippet} directory={hit.session_cwd} />,
      end: titleOf({ id: hit.session_id, name: hit.session_name }),
      ...open({ to: '/sessions/$id', params: { id: hit.session_id }, search: placeOfHit(hit, text) }),
    }),
  )
  const pageChoices = [
    ...pages.map(({ to, key, name, what }): Choice => {
      const Icon = key in PAGE_ICONS ? PAGE_ICONS[key as keyof typeof PAGE_ICONS] : Settings
      return {
        key: to,
        icon: <Icon {...ICON} />,
        name: <Marked name={name} text={text} />,
        detail: what,
        ...(isPagePath(to) ? { keys: [GO, PAGE_LETTERS[to]] } : {}),
        ...open({ to }),
      }
    }),
    ...views.map(
      ({ name, search }): Choice => ({
        key: `view ${name}`,
        icon: <Bookmark {...ICON} />,
        name: <Marked name={name} text={text} />,
        detail: t('palette:view', { filters: filterWords(search) }),
        ...open({ to: '/sessions', search }),
      }),
    ),
  ]
  const found = text === '' ? undefined : (sessions.find(({ id }) => id === here?.id) ?? sessions[0])
  const actions = [
    ...(text === '' ? [] : displayActions(text)),
    ...laneActions(lanes, laneHere, text, open),
    ...newLaneAction(text, open),
    ...(found === undefined ? actionsLike(here, text) : sessionActions(found)),
    ...(text === '' ? displayActions(text) : []),
    ...searchActions(text, (page) => open({ to: page, search: { q: text } })),
  ]
  const pageGroup = { heading: t('palette:heading.pages'), choices: pageChoices }
  // A page whose name starts with the text is most likely wanted, and unlike sessions it is available at once.
  const isPage = text !== '' && pages.some(({ name }) => name.toLowerCase().startsWith(text.toLowerCase()))
  const groups = [
    ...(isPage ? [pageGroup] : []),
    { heading: t('palette:heading.sessions'), choices: sessionChoices },
    { heading: t('palette:heading.lanes'), choices: laneChoices(lanes, text, open) },
    { heading: t('palette:heading.conversations'), choices: hitChoices },
    ...(isPage ? [] : [pageGroup]),
    { heading: t('palette:heading.actions'), choices: actions },
  ]
  return groups.filter(({ choices }) => choices.length > 0)
}

/** Returns the actions of the session of the page whose names match the text. */
const actionsLike = (here: Session | undefined, text: string): readonly Choice[] =>
  here === undefined ? [] : sessionActions(here).filter(({ label }) => hasWordLike(label, text.toLowerCase()))

/** Returns how a choice opens an address: here, or by its `href` in a new tab. */
function useOpen(): (link: LinkProps) => Pick<Choice, 'go' | 'href'> {
  const router = useRouter()
  return (link) => ({ go: () => void router.navigate(link), href: router.buildLocation(link).href })
}

/** Returns the session of the page, or the one that is selected on Now. */
function useSessionHere(): Session | undefined {
  const { id } = useParams({ strict: false })
  const { at } = useSearch({ strict: false })
  return useSession(id ?? at ?? '')
}

function useSessionsLike(asked: string, text: string): readonly Session[] {
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...keys.sessionList, 'palette', asked],
    queryFn: ({ signal }) => call('GET /api/sessions', { query: { q: asked, limit: MOST_SESSIONS }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })
  const sessions = data?.sessions ?? []
  if (!isPlaceholderData && asked === text) return sessions
  // Sessions of the previous text stay only while their names match: Enter must not open another one.
  return sessions.filter((session) => titleOf(session).toLowerCase().includes(text.toLowerCase()))
}

/** Returns the newest hit of each session. */
function useHits(asked: string): readonly SpokenHit[] {
  const enabled = asked.length >= LEAST_TEXT
  const { data } = useQuery({
    queryKey: [...keys.search, 'palette', asked],
    queryFn: ({ signal }) => call('GET /api/search', { query: { q: asked, limit: HITS_READ }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5000,
    enabled,
  })
  if (!enabled) return []
  const newest = new Map<string, SpokenHit>()
  for (const hit of data?.hits ?? []) if (!newest.has(hit.session_id)) newest.set(hit.session_id, hit)
  return [...newest.values()].slice(0, MOST_HITS)
}
