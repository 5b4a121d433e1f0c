import { TOOLS } from '../../api/tools.js'
import type { Lane, Session } from '../../api/types.js'
import { lastPart } from '../../format/format.js'
import { t } from '../../i18n/i18n.js'

/** The repository of a lane by its name; of an adopted one, its directory. */
export const repositoryOf = ({ source_repo: repository, cwd }: Pick<Lane, 'source_repo' | 'cwd'>): string =>
  lastPart(repository ?? cwd)

/** The tool if it is not the usual one, the repository, the branch, and whether the lane is adopted: `Codex · shop · feat/cart`. */
export const lanePlace = (lane: Lane, session: Session | undefined): string =>
  [
    lane.tool === 'cli_a' ? '' : TOOLS[lane.tool].name,
    repositoryOf(lane),
    lane.branch ?? session?.git_branch ?? '',
    lane.kind === 'adopted' ? t('lanes:adopted') : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')

/** Whether all terms of a text are in what a lane is told apart by: its title, folder, branch, or the question it asks. */
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
