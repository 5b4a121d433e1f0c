import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.js'
import { upload } from '../../../api/upload.js'
import type { Outcome } from './outcome-words.js'

/** What to import. */
type Job =
  | { readonly kind: 'files'; readonly files: readonly File[] }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'rescan' }
  | { readonly kind: 'reimport' }

export interface Sent {
  readonly bytes: number
  readonly total: number
}

/** Runs one import at a time. Its result stays until the next one. */
export function useImporting() {
  const queries = useQueryClient()
  const [sent, setSent] = useState<Sent>()
  const stopping = useRef<AbortController>(null)
  const run = (job: Job): Promise<Outcome> => {
    switch (job.kind) {
      case 'files': {
        const form = new FormData()
        for (const file of job.files) form.append('files', file)
        const stop = new AbortController()
        stopping.current = stop
        const onSent = (bytes: number, total: number): void => setSent({ bytes, total })
        return upload('POST /api/import/upload', form, { onSent, signal: stop.signal })
      }
      case 'folder':
        return call('POST /api/import/scan-path', { body: { path: job.path } })
      case 'rescan':
        return call('POST /api/import/rescan', { body: {} })
      default:
        return call('POST /api/settings/reimport')
    }
  }
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: run,
    onSettled: () => {
      setSent(undefined)
      return queries.invalidateQueries()
    },
  })
  return {
    start: mutate,
    stop: () => stopping.current?.abort(),
    sent,
    outcome: data,
    error,
    isRunning: isPending,
    /** The kind of the current or the last import. */
    kind: variables?.kind,
  }
}

export type Importing = ReturnType<typeof useImporting>
