export const LANE_TABS = ['chat', 'changes', 'land', 'pipeline', 'proof', 'stack', 'settings'] as const
/** The terminal is shown when no tab is named. */
export type LaneTab = (typeof LANE_TABS)[number]

const LAST_SLOT = 9

/** Which changes are shown: those of the branch, if none is named. */
export const CHANGE_RANGES = ['uncommitted', 'commits'] as const
export type ChangeRange = (typeof CHANGE_RANGES)[number]

export interface LaneSearch {
  readonly tab?: LaneTab
  readonly range?: ChangeRange
  /** The commit whose changes are shown; the newest by default. */
  readonly commit?: string
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
  const { slot, start, resume, focus, path, commit } = given
  const range = CHANGE_RANGES.find((known) => known === given['range'])
  if (tab === 'changes')
    return {
      tab,
      ...(range === undefined ? {} : { range }),
      ...(range === 'commits' && typeof commit === 'string' ? { commit } : {}),
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
