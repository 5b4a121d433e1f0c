export const LANE_TABS = ['chat', 'changes', 'land', 'settings'] as const
/** The terminal is shown when no tab is named. */
export type LaneTab = (typeof LANE_TABS)[number]

const LAST_SLOT = 9

export interface LaneSearch {
  readonly tab?: LaneTab
  /** Which changes are shown; those of the branch by default. */
  readonly range?: 'uncommitted'
  /** The file whose changes are shown. */
  readonly path?: string
  /** The slot to show; the one that needs the user, or the first, by default. */
  readonly slot?: number
  /** The form that starts an agent is open. */
  readonly start?: true
  /** The session that the form continues. */
  readonly resume?: string
  /** Focuses the terminal when it is connected. */
  readonly focus?: 'terminal'
}

/** What is open on the page of a lane is in its address. */
export function laneSearch(given: Readonly<Record<string, unknown>>): LaneSearch {
  const tab = LANE_TABS.find((known) => known === given['tab'])
  const { slot, start, resume, focus, path, range } = given
  if (tab === 'changes')
    return {
      tab,
      ...(range === 'uncommitted' ? { range } : {}),
      ...(typeof path === 'string' ? { path } : {}),
    }
  if (tab !== undefined) return { tab }
  return {
    ...(typeof slot === 'number' && Number.isInteger(slot) && slot >= 0 && slot <= LAST_SLOT ? { slot } : {}),
    ...(start === true ? { start } : {}),
    ...(start === true && typeof resume === 'string' ? { resume } : {}),
    ...(focus === 'terminal' ? { focus } : {}),
  }
}
