import type { Live } from '../commands/reactors/remote-sync.js'
import type { Committed } from '../events/commit.js'
import { remoteSource } from '../projections/queries/remote-sources.js'
import type { Reader } from '../projections/sql.js'
import { remoteSourceShape } from './remote-source-shape.js'
import type { LiveSocket } from './ws.js'

/**
 * Returns functions that announce the state of remote sources: when they are set or removed, and when a sync starts or
 * finishes.
 */
export const sourceAnnouncer = (db: Reader, live: (id: string) => Live, socket: LiveSocket) => {
  const tell = (id: string): void => {
    if (!socket.isWanted) return socket.forget()
    const source = remoteSource(db, id)
    if (source === undefined) return socket.send('remote_source.status', { id, status: 'deleted', error: null })
    const { status, last_error: error, claude_status, codex_status, last_sync_at } = remoteSourceShape(source, live(id))
    const providers = { claude: claude_status, codex: codex_status }
    return socket.send('remote_source.status', { id, status, error, providers, last_sync_at })
  }
  return {
    tell,
    committed: ({ events }: Committed): void => {
      for (const { type, data } of events) {
        if (type === 'source-set' || type === 'source-removed') tell(data.source)
      }
    },
  }
}
