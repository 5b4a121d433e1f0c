import { useRef, useState } from 'react'
import { advice, Failure } from '../../api/failure.js'
import { type FilesOf, uploadAddress } from '../../api/files.js'
import { uploadFile } from '../../api/upload.js'

export type Conflict = 'keep' | 'replace' | 'skip'

/** One upload of this tab. */
export interface Upload {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly sent: number
  readonly state: 'waiting' | 'sending' | 'done' | 'skipped' | 'failed' | 'asking'
  readonly error?: string
}

/** How many files are sent at once: the service takes four of a user. */
const AT_ONCE = 3

interface Job {
  readonly id: number
  readonly file: File
  readonly of: FilesOf
  readonly path: string
}

/** Uploads files, some at once. Names that are taken are asked about, once for all if the user wants that. */
export function useUploads(onDone: () => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const waiting = useRef<Job[]>([])
  const asking = useRef(new Map<number, Job>())
  const running = useRef(new Map<number, AbortController>())
  const forAll = useRef<Conflict | null>(null)
  const next = useRef(1)

  const change = (id: number, changes: Partial<Upload>): void =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)))

  const send = async (job: Job, conflict: Conflict | 'fail'): Promise<void> => {
    const { id, file, of, path } = job
    const stop = new AbortController()
    running.current.set(id, stop)
    change(id, { state: 'sending', sent: 0 })
    try {
      const answer = await uploadFile(uploadAddress(of, path, conflict), file, {
        onSent: (sent) => change(id, { sent }),
        signal: stop.signal,
      })
      change(id, answer.path === undefined ? { state: 'skipped' } : { state: 'done', sent: file.size })
      onDone()
    } catch (error) {
      const isTaken = error instanceof Failure && error.code === 'EEXISTS' && conflict === 'fail'
      if (isTaken) asking.current.set(id, job)
      change(id, isTaken ? { state: 'asking' } : { state: 'failed', error: advice(error) })
    }
    running.current.delete(id)
    proceed()
  }

  const proceed = (): void => {
    while (running.current.size < AT_ONCE) {
      const job = waiting.current.shift()
      if (job === undefined) return
      void send(job, forAll.current ?? 'fail')
    }
  }

  return {
    uploads,
    start: (of: FilesOf, folder: string, files: readonly File[]): void => {
      forAll.current = null
      const jobs = files.map((file) => {
        const id = next.current
        next.current += 1
        return { id, file, of, path: folder === '' ? file.name : `${folder}/${file.name}` }
      })
      setUploads((all) => [
        ...all.filter(({ state }) => state !== 'done' && state !== 'skipped'),
        ...jobs.map(({ id, file }) => ({ id, name: file.name, size: file.size, sent: 0, state: 'waiting' as const })),
      ])
      waiting.current.push(...jobs)
      proceed()
    },
    answer: (id: number, conflict: Conflict, isForAll: boolean): void => {
      if (isForAll) forAll.current = conflict
      const answered = isForAll ? [...asking.current.keys()] : [id]
      for (const one of answered) {
        const job = asking.current.get(one)
        asking.current.delete(one)
        if (job !== undefined) void send(job, conflict)
      }
    },
    stop: (id: number): void => running.current.get(id)?.abort(),
    close: (): void => setUploads([]),
  }
}

export type Uploads = ReturnType<typeof useUploads>
