import { accountId, type OwnerId } from '../../domain/access/author.js'
import { decideFiles } from '../../domain/files/decide.js'
import { laneStream, userStream } from '../../events/streams.js'
import { defineDecider } from '../kernel/run.js'

/** Whose files a command changes: those of a lane, or those in the home of a user. */
export type FilesKey = { readonly lane: number } | { readonly home: OwnerId }

/** What was done to files. The disk has their state, so nothing is loaded. */
export const files = defineDecider({
  stream: (key: FilesKey) => ('lane' in key ? laneStream(String(key.lane)) : userStream(accountId(key.home))),
  load: (): undefined => undefined,
  decide: decideFiles,
})
