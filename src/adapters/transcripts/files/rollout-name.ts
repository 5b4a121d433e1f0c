import { basename } from 'node:path'

export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const ROLLOUT = new RegExp(`(${UUID})(_${UUID})?\\.jsonl(?:\\.zst)?$`, 'i')

/** Whether a file has the name of a transcript. Codex compresses rollouts after some days. */
export const isTranscriptName = (name: string): boolean => name.endsWith('.jsonl') || isPacked(name)

export const isPacked = (path: string): boolean => path.endsWith('.jsonl.zst')

/** Returns the name of a transcript without its folder and extension: the same for a rollout and its compressed form. */
export const stemOf = (path: string): string => basename(path).replace(/\.jsonl(?:\.zst)?$/, '')

/** Returns the thread that the name of a rollout has; null if it has none. */
export const threadOf = (name: string): string | null => ROLLOUT.exec(name)?.[1] ?? null

/** Whether a rollout continues a thread that starts in another file: `rollout-<time>-<thread>_<child>`. */
export const isContinuation = (path: string): boolean => ROLLOUT.exec(basename(path))?.[2] !== undefined
