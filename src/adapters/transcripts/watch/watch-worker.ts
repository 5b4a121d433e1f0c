import type { Stats } from 'node:fs'
import { basename, dirname, sep } from 'node:path'
import { watch } from 'chokidar'
import type { CompanionFile } from '../../../commands/ports/companions.js'
import type { TranscriptFile } from '../../../commands/ports/transcripts.js'
import { stampOf } from '../../../domain/transcript/stamp.js'
import { systemClock } from '../../clock.js'
import { report, serve, threadData } from '../../threads/serve.js'
import { isWorkflowFile } from '../files/companion-place.js'
import { discoverAll, linkedIn, rootFolders, transcriptAt, workflowFileAt } from '../files/discover.js'
import { isTranscriptName } from '../files/rollout-name.js'
import type { WatchProtocol, WatchStart } from './messages.js'

// Milliseconds. Older files get no watch of their own: thousands of watches would cost more than they are worth.
const RECENT_MS = 3 * 86_400_000
// Milliseconds. Also finds what notifications miss: a file that appears within a second of another in its folder.
const LIST_MS = 5000
const LIST_WITHOUT_NOTIFICATIONS_MS = 2000
/** Maximum share of a core for listing, when the history is so long that a listing takes a while. */
const LISTING_SHARE = 1 / 50
/** Files per message, so that the receiver can do other work in between. */
const PAGE = 100

/**
 * Watches the agents' transcripts: notifications for files in use, a slow listing for the rest. It runs in its own thread,
 * because setting up the watches for thousands of files blocks a thread for seconds.
 */
const { roots, known } = threadData<WatchStart>()
const told = new Map(known)
const say = report<WatchProtocol>

const tell = (files: readonly TranscriptFile[]): void => {
  const fresh = files.filter((file) => told.get(file.path) !== stampOf(file))
  for (const file of fresh) told.set(file.path, stampOf(file))
  for (let from = 0; from < fresh.length; from += PAGE) say({ kind: 'changed', files: fresh.slice(from, from + PAGE) })
}

const tellCompanions = (files: readonly CompanionFile[]): void => {
  const fresh = files.filter((file) => told.get(file.path) !== stampOf(file))
  for (const file of fresh) told.set(file.path, stampOf(file))
  if (fresh.length > 0) say({ kind: 'companions', files: fresh })
}

const clock = systemClock()
const startedAt = clock.now()
const isTold = (path: string): boolean =>
  isTranscriptName(path) || isWorkflowFile(dirname(path).split(sep), basename(path))
const isDull = (path: string, stats?: Stats): boolean =>
  stats?.isFile() === true && (!isTold(path) || startedAt - stats.mtimeMs > RECENT_MS)
const folders = new Set(rootFolders(roots).map(([folder]) => folder))
const watcher = watch([...folders], { ignored: isDull, ignoreInitial: true, followSymlinks: false, depth: 8 })
/** The links that are watched, by the folders that they lead to. */
const links = new Map<string, string>()
/** Users, and with them homes of agents, come while the service runs. */
const watchNew = (): void => {
  for (const [folder] of rootFolders(roots)) {
    if (!folders.has(folder)) watcher.add(folder)
    folders.add(folder)
  }
}
const watchLinked = (): void => {
  for (const { path, real } of linkedIn(roots)) {
    if (links.get(real) === undefined) watcher.add(real)
    links.set(real, path)
  }
}
/** Returns the path that a changed file has below the roots. */
const asListed = (path: string): string => {
  for (const [real, link] of links) if (path.startsWith(real + sep)) return link + path.slice(real.length)
  return path
}
const changed = (changedPath: string): void => {
  const path = asListed(changedPath)
  const file = transcriptAt(roots, path)
  if (file !== null) tell([file])
  const companion = workflowFileAt(roots, path)
  if (companion !== null) tellCompanions([companion])
}
watcher.on('add', changed).on('change', changed)

let interval = LIST_MS
let timer: NodeJS.Timeout | undefined
const schedule = (pause: number): void => {
  clearTimeout(timer)
  timer = setTimeout(list, pause)
}
function list(): void {
  const begun = clock.monotonic()
  watchNew()
  watchLinked()
  const found = discoverAll(roots)
  tell(found.transcripts)
  tellCompanions(found.companions)
  schedule(Math.max(interval, ((clock.monotonic() - begun) * 1000) / LISTING_SHARE))
}
watcher.on('error', (error) => {
  if (interval !== LIST_MS) return
  interval = LIST_WITHOUT_NOTIFICATIONS_MS
  schedule(interval)
  say({ kind: 'degraded', reason: String(error) })
})
// Report what changed since the history was read.
schedule(0)

serve<WatchProtocol>({ nice: 5, onNews: (path) => void told.delete(path) })
