import type { Lane, Session } from '../api/types.js'
import { lastPart } from '../format/format.js'

/** Returns the name of the repository of a lane; of an adopted lane, that of its directory. */
export const repositoryOf = ({ source_repo: repository, cwd }: Pick<Lane, 'source_repo' | 'cwd'>): string =>
  lastPart(repository ?? cwd)

/** Returns whether the title, directory, branch or open question of a lane contains all terms of a text. */
export function laneMatches(lane: Lane, session: Session | undefined, text: string): boolean {
  const question = session?.situation === 'needs_you' ? session.headline?.text : undefined
  const known = [lane.title, lane.cwd, lane.source_repo, lane.branch ?? session?.git_branch, question]
    .join('\n')
    .toLocaleLowerCase()
  return text
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((term) => known.includes(term))
}
