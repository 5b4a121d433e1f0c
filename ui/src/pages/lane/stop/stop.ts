import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { TOOLS } from '../../../api/tools.js'
import type { Pane } from '../../../api/types.js'
import { t } from '../../../i18n/i18n.js'
import { notify } from '../../../kit/notices.js'
import { paneLook } from '../../../live/lane-triage.js'
import { laneRows, sessionRows } from '../../../rows/rows.js'
import { orLaneFailure } from '../../lanes/lane-failure.js'
import { resume } from '../resume.js'
import type { StopTarget } from './request.js'

/** Returns the name of the program in a pane. */
export const programName = ({ tool }: Pane): string => (tool === null ? t('lanes:terminal.shell') : TOOLS[tool].name)

/** Returns the programs that a stop would end. */
export const programsOf = ({ lane, slot }: StopTarget): readonly Pane[] =>
  (laneRows.get(lane)?.panes ?? []).filter((pane) => pane.alive && (slot === undefined || pane.slot === slot))

/** Returns whether an agent among some panes is in a turn, or asks something during one. */
export const isBusy = (panes: readonly Pane[]): boolean =>
  panes.some((pane) => ['work', 'need'].includes(paneLook(pane, sessionRows.get(pane.session_id ?? ''))))

/** Stops programs, and says so in a toast that resumes their sessions. */
export async function stop(target: StopTarget): Promise<void> {
  const { lane, slot } = target
  const panes = programsOf(target)
  const body = slot === undefined ? {} : { slot }
  await orLaneFailure(call('POST /api/lanes/:id/stop', { params: { id: lane }, body }))
  const [only] = panes
  const text =
    panes.length === 1 && only !== undefined
      ? t('lanes:stop.stopped', { name: programName(only) })
      : t('lanes:stop.done', { count: panes.length })
  const resumable = panes.filter(({ session_id: session }) => session !== null)
  const run = (): void =>
    void Promise.all(resumable.map((pane) => resume(lane, pane))).catch((error: unknown) => notify(advice(error)))
  notify(text, resumable.length === 0 ? undefined : { label: t('lanes:side.resume'), run })
}
