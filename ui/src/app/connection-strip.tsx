import { duration } from '../format/format.js'
import { useTimed } from '../live/clock.js'
import { useConnection } from '../live/connection.js'
import { useLive } from '../live/context.js'
import type { Connection } from '../live/socket.js'

/** Says in words that what the page shows may be old, and what happens next. */
export function ConnectionStrip() {
  const connection = useConnection()
  return connection.state === 'lost' ? <Lost connection={connection} /> : null
}

function Lost({ connection: { since, retryAt } }: { connection: Extract<Connection, { state: 'lost' }> }) {
  const live = useLive()
  const lost = useTimed((now) => duration(Math.max(1000, now - since)))
  const next = useTimed((now) => (retryAt - now < 1000 ? 'now' : `in ${duration(retryAt - now)}`))
  return (
    <div className="strip-lost" role="status">
      <span>
        <b>Connection lost {lost} ago.</b> What you see may be old. Trying again {next}.
      </span>
      <button type="button" className="btn" onClick={live?.retry}>
        Try now
      </button>
    </div>
  )
}
