import type { Live } from '../../../commands/reactors/remote-sync.js'
import type { Visibility } from '../../../domain/access/visibility.js'
import { remoteSource } from '../../../projections/queries/remote-sources.js'
import type { Reader } from '../../../projections/sql.js'
import { remoteSourceShape } from '../../remote-source-shape.js'
import type { SocketData } from '../../contract/socket.js'
import type { Announcers } from '../announcer.js'
import { operators } from '../audience.js'
import type { Outbox } from '../rooms.js'

/** Returns the announcers of remote sources: when one is set or removed, and when its sync starts or finishes. */
export const sourceAnnouncers = (db: Reader, live: (id: string) => Live) => {
  const stateOf = (id: string, visibility: Visibility): SocketData['remote_source.status'] => {
    const source = remoteSource(db, visibility, id)
    if (source === undefined) return { id, status: 'deleted', error: null }
    const { status, last_error: error, claude_status, codex_status, last_sync_at } = remoteSourceShape(source, live(id))
    const providers = { claude: claude_status, codex: codex_status }
    return { id, status, error, providers, last_sync_at }
  }
  const sync = (id: string, { readers }: Outbox): void => {
    for (const reader of readers) {
      if (operators(reader)) reader.send('remote_source.status', stateOf(id, reader.rights))
    }
  }
  return {
    sync,
    events: {
      'source-set': ({ data }, out) => sync(data.source, out),
      'source-removed': ({ data }, out) => sync(data.source, out),
    } satisfies Announcers['events'],
  }
}
