import type { Lane } from '../api/types.js'
import { lastPart } from '../format/format.js'

/** The title of a lane, or the name of its directory. */
export const laneTitle = ({ title, cwd }: Pick<Lane, 'title' | 'cwd'>): string =>
  title === null || title === '' ? lastPart(cwd) : title
