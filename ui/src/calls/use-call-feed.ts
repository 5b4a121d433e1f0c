import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { call } from '../api/call.js'
import { useConnection } from '../live/connection.js'
import { onEvent, onGap } from '../live/events.js'
import { throttle } from '../live/throttle.js'
import { type CallFeed, type CallFeedState, createCallFeed } from './call-feed.js'
import { type CallsSearch, toolsShown } from './search.js'

const PAGE = 100
/** The shortest pause between two reads while calls keep coming. */
const READ_MS = 500

interface Filters extends CallsSearch {
  readonly session?: string | undefined
  readonly cwd?: readonly string[] | undefined
  readonly providers?: readonly string[] | undefined
}

/** The calls that finished while the list was held. */
export interface Missed {
  readonly calls: number
  readonly failed: number
}

const NONE: Missed = { calls: 0, failed: 0 }

/** The calls that match the filters; live, unless the list is held. */
export function useCallFeed(
  { tool, q, failed, questions, session, cwd, providers }: Filters,
  isHeld: boolean,
): { readonly feed: CallFeed; readonly state: CallFeedState; readonly missed: Missed } {
  const tools = toolsShown({ ...(tool && { tool }), ...(questions && { questions }) })?.join(',')
  const directories = cwd?.join('\n')
  const clis = providers?.join(',')
  const feed = useMemo(
    () =>
      createCallFeed((before) =>
        call('GET /api/calls', {
          query: {
            limit: PAGE,
            before,
            tool_name: tools,
            q,
            failed: failed === true ? '1' : undefined,
            session_id: session,
            cwd: directories?.split('\n'),
            providers: clis,
          },
        }),
      ),
    [tools, q, failed, session, directories, clis],
  )
  const [missed, setMissed] = useState(NONE)
  useEffect(() => void feed.reopen(), [feed])
  const { state: connection } = useConnection()
  useEffect(() => {
    if (connection === 'live' && feed.state().phase === 'failed') void feed.reopen()
  }, [feed, connection])
  useEffect(() => {
    let isWatching = true
    let counted = NONE
    if (!isHeld && feed.state().phase !== 'loading') void feed.newer()
    const look = throttle(() => {
      if (!isWatching) return
      if (isHeld) setMissed(counted)
      else void feed.newer()
    }, READ_MS)
    const stopEvents = onEvent(({ event_type: kind, session_id }) => {
      if ((session !== undefined && session_id !== session) || !kind.startsWith('P')) return
      if (kind === 'PostToolUse' || kind === 'PostToolUseFailure') {
        counted = {
          calls: counted.calls + 1,
          failed: counted.failed + (kind === 'PostToolUseFailure' ? 1 : 0),
        }
      }
      look()
    })
    const stopGaps = onGap(() => {
      if (!isHeld) void feed.reopen()
    })
    return () => {
      isWatching = false
      stopEvents()
      stopGaps()
      setMissed(NONE)
    }
  }, [feed, isHeld, session])
  return { feed, state: useSyncExternalStore(feed.subscribe, feed.state), missed }
}
