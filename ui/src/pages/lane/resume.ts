import { call } from '../../api/call.js'
import type { Pane } from '../../api/types.js'
import { orLaneFailure } from '../lanes/lane-failure.js'

/** Continues the session of an ended pane in its slot, with the options that it was started with, and with a prompt if there is one. */
export async function resume(
  lane: string,
  { run_id: id, session_id: session, slot }: Pane,
  prompt?: string,
): Promise<void> {
  await orLaneFailure(
    (async () => {
      const { run } = await call('GET /api/run/:id', { params: { id: id ?? '' } })
      await call('POST /api/lanes/:id/start', {
        params: { id: lane },
        body: {
          resumeSessionId: session,
          ...(prompt === undefined ? {} : { prompt }),
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

/** Continues a session of a lane that has no pane any more, with a prompt. */
export async function resumeSession(lane: string, session: string, prompt: string): Promise<void> {
  const body = { resumeSessionId: session, slot: 'auto' as const, prompt }
  await orLaneFailure(call('POST /api/lanes/:id/start', { params: { id: lane }, body }))
}
