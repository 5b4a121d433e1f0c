import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeHistory } from '../../bench/history.js'
import type { Manifest } from '../../bench/history/truth.js'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'switchyard-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const size = { sessions: 60, replies: 10, maxSubagents: 2 }

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()

const digest = (folder: string): string => {
  const hash = createHash('sha256')
  for (const file of filesIn(folder)) hash.update(file.slice(folder.length)).update(readFileSync(file))
  return hash.digest('hex')
}

/** Output tokens counted from the files alone: each message once, with its largest value. */
const countedOutput = (folder: string): number => {
  const byMessage = new Map<string, number>()
  for (const file of filesIn(folder).filter((path) => path.endsWith('.jsonl'))) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [, id, output] = /"id":"(msg_\w+)".*"output_tokens":(\d+)/.exec(line) ?? []
      if (id !== undefined) byMessage.set(id, Math.max(byMessage.get(id) ?? 0, Number(output)))
    }
  }
  return [...byMessage.values()].reduce((sum, output) => sum + output, 0)
}

const outputBySession = ({ bySession }: Manifest): number =>
  Object.values(bySession)
    .flatMap((models) => Object.values(models))
    .reduce((sum, tokens) => sum + tokens.output, 0)

describe('a generated history', () => {
  it('is byte-identical for the same seed, and different for another seed', () => {
    writeHistory(join(home, 'a'), size, 7)
    writeHistory(join(home, 'b'), size, 7)
    writeHistory(join(home, 'c'), size, 8)
    expect(digest(join(home, 'a'))).toBe(digest(join(home, 'b')))
    expect(digest(join(home, 'a'))).not.toBe(digest(join(home, 'c')))
  })

  it('has the tokens of its manifest, counting repeats and forks once', () => {
    const manifest = writeHistory(home, size, 7)
    expect(countedOutput(home)).toBe(manifest.tokens.output)
    expect(outputBySession(manifest)).toBe(manifest.tokens.output)
    expect(Object.keys(manifest.bySession)).toHaveLength(size.sessions)
  })
})
