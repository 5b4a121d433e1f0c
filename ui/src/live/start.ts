import type { QueryClient } from '@tanstack/react-query'
import type { SocketMessage } from '../../../src/http/contract/socket.js'
import { loginIsNeeded } from '../api/login.js'
import { callerQuery, keys, partKey, settingsQuery } from '../api/queries.js'
import { restoreRows } from '../api/kept-rows.js'
import { chosenRows } from '../api/own-rows.js'
import { currentToken } from '../api/token.js'
import { keepMutes } from '../rows/muted.js'
import { agentRows, askRows, laneRows, sessionRows } from '../rows/rows.js'
import { setConnection } from './connection.js'
import { keepEndedPanes } from './ended-panes.js'
import { tellEvent, tellGap } from './events.js'
import { openSocket, type LiveSocket } from './socket.js'
import { throttle } from './throttle.js'

/** Sums change with every message; nobody needs them more often than this. */
const SUMS_MS = 2000

/** What was spent of the budgets is summed over weeks: it is re-read less often. */
const BUDGETS_MS = 10_000

/** Many alerts can arrive at once; their list is re-read at most this often. */
const ALERTS_MS = 300

/** An import reports every batch; the page is re-read at most this often. */
const GAP_MS = 1000

/** Cards show for a moment what became of an ask. */
const CLOSED_MS = 10_000

/** Opens the live connection and lets it patch the rows that the pages show. */
export function startLive(queries: QueryClient): LiveSocket {
  restoreRows()
  const invalidate = (queryKey: readonly string[]): void => void queries.invalidateQueries({ queryKey })
  const sums = throttle(() => {
    invalidate(keys.stats)
    invalidate(keys.quota)
  }, SUMS_MS)
  const budgets = throttle(() => invalidate(keys.budgets), BUDGETS_MS)
  const list = throttle(() => invalidate(keys.sessionList), SUMS_MS)
  const alerts = throttle(() => {
    invalidate(keys.alerts)
    invalidate(keys.alertRules)
  }, ALERTS_MS)
  const decisions = throttle(() => invalidate(keys.decisions), ALERTS_MS)
  const setup = throttle(() => invalidate(keys.settings), SUMS_MS)

  const everything = throttle(() => {
    void queries.invalidateQueries()
    tellGap()
  }, GAP_MS)

  const apply = (message: SocketMessage): void => {
    switch (message.type) {
      case 'session_created':
        list()
        return sessionRows.put(message.data)
      case 'session_updated': {
        const before = sessionRows.get(message.data.id)
        // Its group, its place or its filters may have changed. Other changes show in its row.
        const { status, pinned, tags } = message.data
        if (before?.status !== status || before.pinned !== pinned || String(before.tags) !== String(tags)) list()
        if (before?.situation !== message.data.situation) decisions()
        return sessionRows.put(message.data)
      }
      case 'agent_created':
        // A new agent writes a transcript of its own.
        invalidate([...keys.session, message.data.session_id, 'transcripts'])
        return agentRows.put(message.data)
      case 'agent_updated':
        return agentRows.put(message.data)
      case 'lane_update':
        decisions()
        if ('lane' in message.data) return laneRows.put(message.data.lane)
        return laneRows.remove(String(message.data.lane_id))
      case 'train_update':
        return invalidate(keys.trains)
      case 'lane_hook_result':
      case 'lane_runtime':
        return invalidate(partKey(message.data.lane_id, 'stack'))
      case 'queue_update':
        return invalidate(partKey(message.data.lane_id, 'queue'))
      case 'race_update':
        return invalidate(keys.races)
      case 'ask_update': {
        const { ask } = message.data
        askRows.put(ask)
        if (ask.closed_at !== null) setTimeout(() => askRows.remove(ask.id), CLOSED_MS)
        return
      }
      case 'new_event':
        tellEvent(message.data)
        // The first hook is what the onboarding check waits for; later ones do not change the setup.
        if (queries.getQueryData(settingsQuery.queryKey)?.hooks.last_hook_at === null) setup()
        return
      case 'stats_update':
        // Re-read instead: the "today" of the message is not that of the user's time zone.
        budgets()
        return sums()
      case 'quota_updated':
        queries.setQueryData(keys.quota, message.data)
        return
      case 'import.progress':
        queries.setQueryData(keys.importProgress, message.data)
        if (message.data.phase === 'complete') everything()
        return
      case 'pricing_updated':
        return invalidate(keys.pricing)
      case 'alert_triggered':
      case 'alert_updated':
        return alerts()
      case 'clone_progress':
        queries.setQueryData(keys.cloning, message.data)
        return
      case 'cc_config_changed':
      case 'codex_config_changed':
        return invalidate(keys.config)
      case 'user_changed':
        invalidate(keys.users)
        return invalidate(keys.account)
      case 'account_changed':
        return invalidate(keys.config)
      case 'remote_source.status':
        return invalidate(keys.sources)
      case 'update_status':
        queries.setQueryData(keys.updates, message.data)
        return
      case 'hello':
      case 'resync':
      case 'pong':
        return
      default:
        // A newer service may send more kinds, for pages that this build does not have.
        return
    }
  }

  keepMutes()
  keepEndedPanes()
  const socket = openSocket({
    open: (since) => new WebSocket(socketAddress(since)),
    onMessage: apply,
    onConnection: setConnection,
    onGap: everything,
    onRefused: () => {
      invalidate(keys.stats)
      void askWhoIsSignedIn(queries)
    },
    now: () => Date.now(),
    random: Math.random,
    later: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  // Reconnect at once when a laptop wakes up.
  addEventListener('online', socket.retry)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) socket.retry()
  })
  return socket
}

/** Asks to sign in again if the login has ended: browsers do not report why a socket was refused. */
async function askWhoIsSignedIn(queries: QueryClient): Promise<void> {
  try {
    const caller = await queries.fetchQuery({ ...callerQuery, staleTime: 0 })
    if (caller.mode === 'server' && caller.user === null) loginIsNeeded()
  } catch {
    // The service is not responding, which the page says already.
  }
}

function socketAddress(since: number | undefined): URL {
  const url = new URL('/ws', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const token = currentToken()
  if (token !== null) url.searchParams.set('token', token)
  if (since !== undefined) url.searchParams.set('since', String(since))
  if (chosenRows() === 'own') url.searchParams.set('scope', 'own')
  return url
}
