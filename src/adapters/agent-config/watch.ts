import { relative } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
import { configAt, type Ground, leadsToConfig } from '../../domain/agent-config/on-disk.js'
import { changedState, type ConfiguredState } from '../../domain/agent-config/state-file.js'
import { PROVIDERS, type Provider } from '../../domain/tools/catalog.js'

/** A change of a configuration file on disk. */
export interface DiskChange {
  readonly tool: Provider
  readonly action: 'created' | 'changed' | 'removed'
  readonly type: string
  readonly scope: 'user' | 'project' | 'local'
  readonly name: string | null
  /** The folder of the project that the file is in; null in the home of a tool. */
  readonly project: string | null
}

interface WatchParts {
  readonly homes: Readonly<Record<Provider, string>>
  /** The file in which Claude Code keeps its state, and what it configures now. */
  readonly state: { readonly root: string; readonly path: string; readonly read: () => ConfiguredState }
  readonly onChange: (change: DiskChange) => void
  readonly complain: (line: string) => void
  /** Milliseconds after the last read until the watch closes; shorter in tests. */
  readonly idleMs?: number
}

/** Folders below a home or a project in which configuration is. */
const DEPTH = 6
const IDLE_MS = 10 * 60_000
/** Milliseconds without a change after which a file is complete. Editors write several times. */
const SETTLED_MS = 200
/** Projects that are watched at once: those that were read last. */
const MOST_PROJECTS = 8

const ACTIONS = { add: 'created', change: 'changed', unlink: 'removed' } as const
type Happened = keyof typeof ACTIONS

/**
 * Watches configuration for a while after each read: in the homes of the tools, in the projects that were read, and in the state
 * file of Claude Code. They have thousands of other files, so only configuration is watched, and nothing before the first read.
 */
export const watchConfig = ({ homes, state, onChange, complain, idleMs = IDLE_MS }: WatchParts) => {
  let ofHomes: readonly FSWatcher[] = []
  const ofProjects = new Map<string, readonly FSWatcher[]>()
  let idle: NodeJS.Timeout | undefined

  const close = async (): Promise<void> => {
    clearTimeout(idle)
    const open = [...ofHomes, ...[...ofProjects.values()].flat()]
    ofHomes = []
    ofProjects.clear()
    await Promise.all(open.map((watcher) => watcher.close()))
  }

  const start = (
    folder: string,
    leads: (path: string) => boolean,
    happened: (event: Happened, path: string) => void,
  ): FSWatcher => {
    const inside = (path: string): string => relative(folder, path)
    const watcher = watch(folder, {
      ignoreInitial: true,
      followSymlinks: false,
      depth: DEPTH,
      ignored: (path) => !leads(inside(path)),
      awaitWriteFinish: { stabilityThreshold: SETTLED_MS, pollInterval: SETTLED_MS / 2 },
    })
    watcher.on('error', (error) => complain(`changes of ${folder} are not noticed: ${String(error)}`))
    for (const event of Object.keys(ACTIONS) as Happened[]) watcher.on(event, (path) => happened(event, inside(path)))
    return watcher
  }

  const startConfig = (tool: Provider, ground: Ground, folder: string): FSWatcher =>
    start(
      folder,
      (path) => leadsToConfig(tool, ground, path),
      (event, path) => {
        const found = configAt(tool, ground, path)
        const project = ground === 'project' ? folder : null
        if (found !== null) onChange({ tool, action: ACTIONS[event], ...found, project })
      },
    )

  const startState = (): FSWatcher => {
    let known = state.read()
    return start(
      state.root,
      (path) => path === '' || path === state.path,
      () => {
        const now = state.read()
        for (const type of changedState(known, now))
          onChange({ tool: 'claude', action: 'changed', type, scope: 'user', name: null, project: null })
        known = now
      },
    )
  }

  const followProject = (project: string): void => {
    const watchers = ofProjects.get(project) ?? PROVIDERS.map((tool) => startConfig(tool, 'project', project))
    // The one that was read last comes last.
    ofProjects.delete(project)
    ofProjects.set(project, watchers)
    const [oldest] = ofProjects
    if (ofProjects.size <= MOST_PROJECTS || oldest === undefined) return
    ofProjects.delete(oldest[0])
    for (const watcher of oldest[1]) void watcher.close()
  }

  return {
    /** Starts the watch, or keeps it open: call it for each read. */
    follow: (project: string | null): void => {
      clearTimeout(idle)
      idle = setTimeout(() => void close(), idleMs).unref()
      if (ofHomes.length === 0)
        ofHomes = [...PROVIDERS.map((tool) => startConfig(tool, 'home', homes[tool])), startState()]
      if (project !== null) followProject(project)
    },
    close,
  }
}
