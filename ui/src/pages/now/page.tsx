import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useKeys } from '../../app/keys.js'
import { triageQuery } from '../../api/queries.js'
import { useWords } from '../../i18n/use-words.js'
import { Unread } from '../../kit/unread.js'
import { Gauges } from './gauges.js'
import { GroupList } from './group-list.js'
import { HookLine } from './hook-line.js'
import { ImportLine } from '../../kit/import-line.js'
import { NothingOpen } from './nothing-open.js'
import { Peek } from './peek.js'
import { Sentence } from './sentence.js'
import { useGroups } from '../../live/groups.js'
import { answerOf, idsOf } from '../../live/triage.js'
import { useKept } from './use-kept.js'
import { useSteady } from './use-steady.js'

const route = getRouteApi('/')
/** Below this there is no room for a panel beside the list (rows.css knows the same width). */
const roomForPeek = matchMedia('(min-width: 761px)')

/** Rows are selected by focusing them, so that the keys and the Tab key agree on where we are. */
const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-session="${CSS.escape(id)}"]`)

/** Does anyone need me, and is everything else healthy? */
export function NowPage() {
  const t = useWords()
  const { isPending, error } = useQuery(triageQuery)
  const groups = useGroups()
  const steady = useSteady(groups)
  const { at } = route.useSearch()
  const [panel, setPanel] = useState(true)
  const navigate = useNavigate()
  const select = useCallback((id: string) => void navigate({ to: '/', search: { at: id }, replace: true }), [navigate])
  const peek = useCallback(
    (id: string) => {
      if (!roomForPeek.matches) return false
      select(id)
      setPanel(true)
      return true
    },
    [select],
  )

  const ids = steady.groups.flatMap((group) => (group.key === 'done' ? [] : group.ids))
  // An address can name a session that Now does not show any more.
  const asked = groups.some((group) => at !== undefined && group.ids.includes(at)) ? at : undefined
  const kept = useKept(idsOf(groups, 'waiting')[0], ids)
  const selected = asked ?? kept
  const place = selected === undefined ? -1 : ids.indexOf(selected)
  const step = (by: 1 | -1): void => {
    const next = ids[Math.min(ids.length - 1, Math.max(0, place + by))]
    if (next === undefined) return
    rowOf(next)?.focus()
  }
  useEffect(() => {
    if (at !== undefined) rowOf(at)?.scrollIntoView({ block: 'nearest' })
  }, [at])
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    ' ': () => setPanel(!panel),
    Escape: () => setPanel(false),
    w: () =>
      selected !== undefined && document.querySelector<HTMLElement>(`[data-why="${CSS.escape(selected)}"]`)?.click(),
    Enter: () => {
      if (selected !== undefined) void navigate({ to: '/sessions/$id', params: { id: selected } })
    },
  })

  if (isPending || (error !== null && groups.length === 0)) return <Unread error={error} className="main" />
  if (groups.length === 0) return <NothingOpen />
  return (
    <div className={panel ? 'now' : 'now wide'}>
      <div className="main">
        <header className="top">
          <Sentence {...answerOf(groups)} />
          <Gauges />
        </header>
        <HookLine />
        <ImportLine />
        <div className="list" {...steady.pointer}>
          <GroupList
            groups={steady.groups}
            selected={selected}
            kept={[ids[place - 1], selected, ids[place + 1]]}
            onPeek={peek}
          />
        </div>
        {steady.moved > 0 && (
          <button type="button" className="moved" onClick={steady.apply}>
            {t('now:moved', { count: steady.moved })}
          </button>
        )}
      </div>
      {panel && selected !== undefined && <Peek key={selected} id={selected} />}
    </div>
  )
}
