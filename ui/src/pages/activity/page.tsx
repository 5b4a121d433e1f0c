import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import frame from '../../kit/frame.module.css'
import { useKeys } from '../../kit/keys.js'
import { CallActivity } from './call-activity.js'
import { EventActivity } from './event-activity.js'
import { activitySearch, isRawSearch } from './search.js'

const route = getRouteApi('/activity')

/** The tool calls of all sessions as they happen, or the events behind them. */
export function ActivityPage() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const [pausedAt, setPausedAt] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const onFilter = (change: Readonly<Record<string, unknown>>): void =>
    void navigate({ to: '/activity', search: activitySearch({ ...search, ...change }), replace: true })
  const onPause = (paused: boolean): void => setPausedAt(paused ? new Date().toISOString() : undefined)
  useKeys({ '/': () => input.current?.focus(), p: () => onPause(pausedAt === undefined) })
  const List = isRawSearch(search) ? EventActivity : CallActivity
  return (
    <div className={frame['main']}>
      <List
        key={search.session ?? ''}
        search={search}
        pausedAt={pausedAt}
        onPause={onPause}
        onFilter={onFilter}
        input={input}
      />
    </div>
  )
}
