import { concatMap, delay, groupBy, mergeMap, of, Subject } from 'rxjs'
import { MINUTE } from '../../domain/time.js'
import type { Committer } from '../../events/commit.js'
import { cliStatusKey } from '../../events/dedup.js'
import type { New } from '../../events/envelope.js'
import { sessionStream } from '../../events/streams.js'
import type { ErasedTranscripts } from '../ingest/erased.js'
import type { CliStatusFile } from '../ports/cli-status.js'
import type { Clock } from '../ports/clock.js'
import type { ProcessesPort } from '../ports/processes.js'

export interface CliStatusParts {
  readonly committer: Committer
  readonly clock: Clock
  readonly processes: Pick<ProcessesPort, 'isAlive' | 'startMark'>
  readonly erased: Pick<ErasedTranscripts, 'admits'>
  /** The directory of the agents that the service itself asks: nobody has a session there. */
  readonly ownFolder: string
  readonly onError: (error: unknown) => void
}

// The hook that says why a turn ended arrives shortly after the CLI reports that it is idle.
const IDLE_SETTLES_MS = 80

/** Appends what CLIs report about themselves. Reports of one process stay in order. */
export class CliStatusFollower {
  readonly #files = new Subject<CliStatusFile>()

  constructor(private readonly parts: CliStatusParts) {
    this.#files
      .pipe(
        groupBy(({ pid }) => pid),
        mergeMap((ofProcess) =>
          ofProcess.pipe(
            concatMap((file) => of(file).pipe(delay(file.status === 'idle' ? IDLE_SETTLES_MS : 0))),
            concatMap((file) => this.#append(file).catch(parts.onError)),
          ),
        ),
      )
      .subscribe()
  }

  changed(file: CliStatusFile): void {
    this.#files.next(file)
  }

  close(): void {
    this.#files.complete()
  }

  async #append(file: CliStatusFile): Promise<void> {
    const { committer, clock, erased, ownFolder, processes } = this.parts
    if (file.cwd === ownFolder) return
    // A killed process leaves its file behind, and another process may have its id by now.
    if (!isWriter(file, processes)) return
    await committer.submit((tx) => {
      if (!erased.admits(file.session, { mtimeMs: file.at }, 'nothing')) return
      tx.append(sessionStream(file.session), reported(file, clock.now() + MINUTE))
    })
  }
}

const isWriter = ({ pid, startMark }: CliStatusFile, processes: CliStatusParts['processes']): boolean => {
  if (!processes.isAlive(pid)) return false
  const started = processes.startMark(pid)
  return started === null || startMark === null || started === startMark
}

const reported = (file: CliStatusFile, latest: number): New<'cli-status-reported'> => {
  const { pid, cwd, status, waitingFor, kind, at } = file
  return {
    type: 'cli-status-reported',
    occurredAt: Math.min(at, latest),
    by: 'local',
    via: 'status',
    data: { provider: 'claude', pid, cwd, status, waitingFor, ...(kind === undefined ? {} : { kind }) },
    dedup: cliStatusKey(pid, at, kind === undefined ? status : `${status} ${kind}`),
  }
}
