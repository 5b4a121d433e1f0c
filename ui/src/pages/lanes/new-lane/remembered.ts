import { TOOL_IDS, type ToolId } from '../../../api/tools.js'

/** What the last lane of a repository was made with. */
export interface Remembered {
  readonly tool: ToolId
  readonly base: string
  readonly permissionMode: string
  readonly fetch: boolean
  /** The digest of the setup script that the user allowed to run. */
  readonly setup: string | null
}

const KEY = 'switchyard.newLane'
/** Repositories that are remembered, the last one first. */
const MOST = 20
/** A mode that asks for nothing is not remembered: the user chooses it each time. */
const UNGUARDED = new Set(['bypassPermissions'])

type Entry = readonly [repository: string, remembered: Remembered]

const readEntry = (entry: unknown): readonly Entry[] => {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return []
  const given = (entry[1] ?? {}) as Partial<Record<keyof Remembered, unknown>>
  const { base, permissionMode, fetch, setup } = given
  const tool = TOOL_IDS.find((id) => id === given.tool)
  if (tool === undefined || typeof base !== 'string' || typeof permissionMode !== 'string') return []
  const kept = { tool, base, permissionMode, fetch: fetch === true, setup: typeof setup === 'string' ? setup : null }
  return [[entry[0], kept]]
}

const entries = (): readonly Entry[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.flatMap(readEntry) : []
  } catch {
    // Not ours, or the browser stores nothing.
    return []
  }
}

/** Returns the repository of the last new lane. */
export const lastRepository = (): string | undefined => entries()[0]?.[0]

/** Returns what the last new lane of a repository was made with. */
export const rememberedOf = (repository: string): Remembered | undefined =>
  entries().find(([known]) => known === repository)?.[1]

export const remember = (repository: string, { permissionMode, ...rest }: Remembered): void => {
  const kept = { ...rest, permissionMode: UNGUARDED.has(permissionMode) ? '' : permissionMode }
  const others = entries().filter(([known]) => known !== repository)
  try {
    localStorage.setItem(KEY, JSON.stringify([[repository, kept], ...others].slice(0, MOST)))
  } catch {
    return
  }
}
