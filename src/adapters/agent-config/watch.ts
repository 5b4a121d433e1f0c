import { relative } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
import { configAt, leadsToConfig } from '../../domain/agent-config/on-disk.js'
import type { Provider } from '../../domain/tools/catalog.js'

/** A change of a configuration file on disk. */
export interface DiskChange {
  readonly tool: Provider
  readonly action: 'created' | 'changed' | 'removed'
  readonly type: string
  readonly name: string | null
}

interface WatchParts {
  readonly homes: Readonly<Record<Provider, string>>
  readonly onChange: (change: DiskChange) => void
  readonly complain: (line: string) => void
  /** Milliseconds after the last read until the watch closes; shorter in tests. */
  readonly idleMs?: number
}

/** Folders below a home in which configuration is. */
const DEPTH = 5
const IDLE_MS = 10 * 60_000
/** Milliseconds without a change after which a file is complete. Editors write several times. */
const SETTLED_MS = 200

const ACTIONS = { add: 'created', change: 'changed', unlink: 'removed' } as const

/**
 * Watches the configuration in the homes of the tools for a while after each read. A home has thousands of other files, so only
 * configuration is watched, and nothing before the first read.
 */
export const watchConfig = ({ homes, onChange, complain, idleMs = IDLE_MS }: WatchParts) => {
  let watchers: readonly FSWatcher[] = []
  let idle: NodeJS.Timeout | undefined

  const close = async (): Promise<void> => {
    clearTimeout(idle)
    const open = watchers
    watchers = []
    await Promise.all(open.map((watcher) => watcher.close()))
  }

  const start = (tool: Provider): FSWatcher => {
    const home = homes[tool]
    const inside = (path: string): string => relative(home, path)
    const watcher = watch(home, {
      ignoreInitial: true,
      followSymlinks: false,
      depth: DEPTH,
      ignored: (path) => !leadsToConfig(tool, inside(path)),
      awaitWriteFinish: { stabilityThreshold: SETTLED_MS, pollInterval: SETTLED_MS / 2 },
    })
    watcher.on('error', (error) => complain(`changes of ${home} are not noticed: ${String(error)}`))
    for (const [event, action] of Object.entries(ACTIONS) as [keyof typeof ACTIONS, DiskChange['action']][]) {
      watcher.on(event, (path) => {
        const found = configAt(tool, inside(path))
        if (found !== null) onChange({ tool, action, ...found })
      })
    }
    return watcher
  }

  return {
    /** Starts the watch, or keeps it open: call it for each read. */
    follow: (): void => {
      clearTimeout(idle)
      idle = setTimeout(() => void close(), idleMs).unref()
      if (watchers.length === 0) watchers = [start('claude'), start('codex')]
    },
    close,
  }
}
