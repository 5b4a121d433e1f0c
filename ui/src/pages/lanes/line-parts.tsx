import type { Decision, Lane, Session } from '../../api/types.js'
import { count } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import chips from '../../kit/chip.module.css'
import { Headline } from '../../kit/headline.js'
import { Age, Kept } from '../../kit/time.js'
import { useLaneState } from '../../live/lane-groups.js'
import { isAtDialog } from '../../live/lane-triage.js'
import type { GroupKey } from '../../live/triage.js'
import { useLane, useSession } from '../../rows/rows.js'
import { useNext } from './decided.js'

export interface RowActions {
  readonly onCreateAgain: (lane: Lane) => void
  readonly onDelete: (lane: Lane) => void
}

/** Returns what the list and the board show of a lane, live; undefined before it is known. */
export function useLine(id: string) {
  const lane = useLane(id)
  const state = useLaneState(id)
  const session = useSession(state?.lead ?? '')
  const next = useNext(id)
  if (lane === undefined || state === undefined) return undefined
  const { group, since } = state
  const isFailed = lane.status === 'failed' && group === 'failed'
  return { lane, group, since, session, next, isFailed, Since: group === 'waiting' ? Kept : Age }
}

/** What can be done with a lane whose worktree could not be created. */
export function FailedActions({ lane, onCreateAgain, onDelete }: RowActions & { readonly lane: Lane }) {
  const t = useWords()
  return (
    <>
      <button type="button" className={buttons['button']} onClick={() => onCreateAgain(lane)}>
        {t('lanes:failed.again')}
      </button>
      <button type="button" className={buttons['button']} onClick={() => onDelete(lane)}>
        {t('lanes:failed.delete')}
      </button>
    </>
  )
}

/** How loud a lane is drawn. */
export const TONE: Partial<Record<GroupKey, string>> = { waiting: 'need', others: 'need-other', failed: 'fail' }

/** How much a lane changed. */
export function Changes({ files, added, deleted }: NonNullable<Decision['changes']>) {
  const t = useWords()
  return (
    <>
      <span>{t('lanes:next.files', { count: files })}</span>
      <span>
        <span className="well">+{count(added)}</span> <span className="bad">−{count(deleted)}</span>
      </span>
    </>
  )
}

/** What happens in the lane, in one line. */
export function Activity({ lane, session }: { readonly lane: Lane; readonly session: Session | undefined }) {
  const t = useWords()
  if (lane.status === 'provisioning')
    return lane.base_branch === null ? t('lanes:creating') : t('lanes:creatingFrom', { base: lane.base_branch })
  if (lane.status === 'failed' && session === undefined)
    return (
      <>
        {t('lanes:failed.title')} <span className="mono">{lane.notes}</span>
      </>
    )
  if (session !== undefined) return <Headline session={session} />
  const dialog = lane.panes.find(isAtDialog)?.waiting
  if (dialog != null)
    return (
      <>
        <span className={chips['need']}>{t(`lanes:dialog.${dialog.kind}`)}</span>
        {dialog.text}
      </>
    )
  const isStarting = lane.panes.some(({ alive, shell, session_id: known }) => alive && !shell && known === null)
  return <span className="faint">{t(isStarting ? 'lanes:starting' : 'lanes:noAgent')}</span>
}
