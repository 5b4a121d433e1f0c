import type { HookName, OutputStream } from '../../domain/stack/hooks.js'
import type { StackErrorCode } from '../../domain/stack/stack.js'
import type { Runtime } from '../stack/runtime.js'

interface AboutHook {
  readonly lane_id: number
  readonly job: string
  readonly hook: HookName
}

/** A part of the output of a hook. `seq` counts from 1 for each job. */
export interface HookOutput extends AboutHook {
  readonly stream: OutputStream
  readonly seq: number
  readonly chunk: string
}

export interface HookResult extends AboutHook {
  readonly code: number | null
  readonly signal: string | null
  readonly durationMs: number
}

export type UpResult = { readonly lane_id: number; readonly job: string } & (
  | { readonly runtime: Runtime }
  | { readonly error: { readonly code: StackErrorCode; readonly message: string } }
)

/** Sends clients what the jobs of stacks report, in order. */
export interface JobFeed {
  /** @param owner the owner of the lane */
  readonly open: (job: string, owner: string) => void
  /** Sends output. A job waits for the promise, so that no client that reads misses anything. */
  readonly output: (output: HookOutput) => Promise<void> | undefined
  readonly result: (result: HookResult) => void
  readonly up: (result: UpResult) => void
  readonly close: (job: string) => void
}
