import { TOOLS } from '../../api/tools.js'
import type { Lane, Session } from '../../api/types.js'
import { lastPart } from '../../format/format.js'
import { t } from '../../i18n/i18n.js'

/** Returns the name of the repository of a lane; of an adopted lane, that of its directory. */
export const repositoryOf = ({ source_repo: repository, cwd }: Pick<Lane, 'source_repo' | 'cwd'>): string =>
  lastPart(repository ?? cwd)

/**
 * Returns the tool if it is not the usual one, the repository, the branch, and whether the lane is adopted: `Codex · shop ·
 * feat/cart`.
 */
export const lanePlace = (lane: Lane, session: Session | undefined): string =>
  [
    lane.tool === 'cli_a' ? '' : TOOLS[lane.tool].name,
    repositoryOf(lane),
    lane.branch ?? session?.git_branch ?? '',
    lane.kind === 'adopted' ? t('lanes:adopted') : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')

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
