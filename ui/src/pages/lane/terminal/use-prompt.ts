import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../../api/call.js'
import type { Pane, Session } from '../../../api/types.js'
import type { Prompt } from './answers.js'

/** A question of several steps changes on the screen without an event. */
const AGAIN_MS = 1500

interface Found {
  readonly prompt: Prompt | null
}

/** Returns what the agent in a pane asks. It is read when its session starts to wait, and again and again while it waits. */
export function usePrompt(lane: string, pane: Pane, session: Session | undefined) {
  const client = useQueryClient()
  const { slot, run_id: run, alive, shell, waiting } = pane
  const waits = waiting !== null || session?.situation === 'needs_you'
  const state = [waits, waiting?.text, session?.situation_since]
  const queryKey = ['prompt', lane, slot, run, ...state]
  const { data, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }): Promise<Found> =>
      call('GET /api/lanes/:id/prompt', { params: { id: lane }, query: { slot: String(slot) }, signal }),
    enabled: alive && !shell,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data: found } }) => (waits || found?.prompt != null ? AGAIN_MS : false),
  })
  const prompt = alive && !shell ? data?.prompt : undefined
  const become = useCallback(
    (next: Prompt | null): void =>
      void client.setQueriesData<Found>({ queryKey: ['prompt', lane, slot, run] }, { prompt: next }),
    [client, lane, slot, run],
  )
  return { prompt, waits, read: refetch, become }
}
