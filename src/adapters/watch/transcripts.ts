import type { Stats } from 'node:fs'
import { join } from 'node:path'
import { watch } from 'chokidar'
import type { TranscriptWatch, TranscriptWatchParts } from '../../commands/ports/transcript-watch.js'

// A file that was not written for so long gets no watch of its own: thousands of them would cost more than they tell.
const RECENT_MS = 3 * 86_400_000
// Also what notifications miss: a file that appears within a second of another in its folder.
const LIST_MS = 5000
const LIST_WITHOUT_NOTIFICATIONS_MS = 2000

/** Watches the agents' transcripts: notifications for what is in use, a slow listing for everything else. */
export const watchTranscripts = (parts: TranscriptWatchParts): TranscriptWatch => {
  const { roots } = parts
  const folders = [
    ...(roots.claude === null ? [] : [join(roots.claude, 'projects')]),
    ...(roots.codex === null ? [] : [join(roots.codex, 'sessions')]),
  ]
  const startedAt = parts.now()
  const isDull = (path: string, stats?: Stats): boolean =>
    stats?.isFile() === true && (!path.endsWith('.jsonl') || startedAt - stats.mtimeMs > RECENT_MS)
  const watcher = watch(folders, { ignored: isDull, ignoreInitial: true, followSymlinks: false, depth: 8 })
  const changed = (path: string): void => {
    const file = parts.transcriptAt(path)
    if (file !== null) parts.onChanged(file)
  }
  watcher.on('add', changed).on('change', changed)

  let closed = false
  let interval = LIST_MS
  let timer: NodeJS.Timeout | undefined
  let listing: Promise<void> = Promise.resolve()
  const schedule = (): void => {
    if (closed) return
    timer = setTimeout(() => {
      listing = listOnce().finally(schedule)
    }, interval)
    timer.unref()
  }
  const listOnce = async (): Promise<void> => {
    const files = await parts.list(roots).catch(() => [])
    for (const file of files) if (!closed && !parts.isKnown(file)) parts.onChanged(file)
  }
  watcher.on('error', (error) => {
    if (interval !== LIST_MS) return
    interval = LIST_WITHOUT_NOTIFICATIONS_MS
    clearTimeout(timer)
    schedule()
    parts.onDegraded(String(error))
  })
  schedule()
  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      await watcher.close()
      await listing
    },
  }
}
