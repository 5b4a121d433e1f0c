import { TOOLS } from '../../api/tools.js'
import { ownerShown } from '../../api/own-rows.js'
import type { Lane, Session } from '../../api/types.js'
import { t } from '../../i18n/i18n.js'
import { repositoryOf } from '../../kit/lane-match.js'

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
    ...ownerShown(lane),
  ]
    .filter((part) => part !== '')
    .join(' · ')
