import { systemVisibility } from '../../domain/access/system-visibility.js'
import { decideRemoteSource } from '../../domain/remote/decide.js'
import { sourceStream } from '../../events/streams.js'
import { remoteSource as sourceOf } from '../../projections/queries/remote-sources.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

/** Commands about a remote source, by its id. */
export const remoteSource = defineDecider({
  stream: sourceStream,
  load: (db: Reader, id: string) => sourceOf(db, systemVisibility, id),
  decide: decideRemoteSource,
})
