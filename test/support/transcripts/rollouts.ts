import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const START = Date.parse('2026-11-01T10:00:00Z')

/** A line of a rollout, `at` seconds after its start. */
export type RolloutLine = readonly [type: string, payload: object, at?: number]

export const tokens = (input: number, output: number): object => ({
  input_tokens: input,
  cached_input_tokens: 0,
  output_tokens: output,
  total_tokens: input + output,
})
export const meta = (id: string, more: object = {}): RolloutLine => ['session_meta', { id, cwd: '/repo', ...more }]
export const prompt = (text: string): RolloutLine => [
  'response_item',
  { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
]
export const reply = (text: string): RolloutLine => [
  'response_item',
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
]
export const event = (type: string, more: object = {}): RolloutLine => ['event_msg', { type, ...more }]
export const counted = (total: object, last: object): RolloutLine =>
  event('token_count', { info: { total_token_usage: total, last_token_usage: last } })

/** Returns the text of a rollout whose lines follow each other by a second. */
export const rolloutText = (lines: readonly RolloutLine[], start = START): string =>
  lines
    .map(([type, payload, at], index) =>
      JSON.stringify({ timestamp: new Date(start + (at ?? index) * 1000).toISOString(), type, payload }),
    )
    .map((line) => `${line}\n`)
    .join('')

/** Returns the path of a rollout in a Codex directory, by the part of its name behind the time. */
export const rolloutPath = (home: string, name: string, folder = 'sessions/2026/11/01', hour = '10'): string =>
  join(home, folder, `rollout-2026-11-01T${hour}-00-00-${name}.jsonl`)

export function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

const BLOCK = 128 * 1024

/** Returns a text as frames of Zstandard whose blocks are not compressed. */
export function stored(text: string): Uint8Array {
  const bytes = Buffer.from(text)
  const frames: Buffer[] = []
  for (let from = 0; from < bytes.length; from += BLOCK) {
    const block = bytes.subarray(from, from + BLOCK)
    // The magic number; a window of 1 MB; a last raw block with its size.
    const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x50, 0, 0, 0])
    head.writeUIntLE((block.length << 3) | 1, 6, 3)
    frames.push(head, block)
  }
  return Buffer.concat(frames)
}
