import { call } from '../../api/call.js'
import type { Pane } from '../../api/types.js'
import { orLaneFailure } from '../lanes/lane-failure.js'

/** Continues the session of an ended pane in its slot, with the options that it was started with. */
export async function resume(lane: string, { run_id: id, session_id: session, slot }: Pane): Promise<void> {
  await orLaneFailure(
    (async () => {
      const { run } = await call('GET /api/run/:id', { params: { id: id ?? '' } })
      await call('POST /api/lanes/:id/start', {
        params: { id: lane },
        body: {
          resumeSessionId: session,
          slot,
          model: run.model,
          permissionMode: run.permission_mode,
          effort: run.effort,
          sandbox: run.sandbox,
          approval: run.approval,
        },
      })
    })(),
  )
}
