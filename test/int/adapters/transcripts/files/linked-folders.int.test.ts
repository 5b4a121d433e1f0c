import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { discover, transcriptAt } from '../../../../../src/adapters/transcripts/files/discover.js'
import type { TranscriptRoots } from '../../../../../src/commands/ports/transcripts.js'

let at: string
let roots: TranscriptRoots
beforeEach(() => {
  at = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-links-')))
  roots = { claude: join(at, 'claude'), codex: join(at, 'codex') }
  mkdirSync(join(at, 'claude', 'projects'), { recursive: true })
  mkdirSync(join(at, 'codex', 'sessions', '2026', '11'), { recursive: true })
})
afterEach(() => rmSync(at, { recursive: true, force: true }))

const SESSION = randomUUID()
/** Writes a transcript and returns its path. */
const put = (...parts: readonly string[]): string => {
  const path = join(at, ...parts)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '{}\n')
  return path
}
const link = (target: string, ...parts: readonly string[]): void => symlinkSync(target, join(at, ...parts))
const found = (): readonly string[] =>
  discover(roots)
    .map(({ path }) => path.slice(at.length + 1))
    .toSorted()

describe('a link to a folder of transcripts', () => {
  it('is followed for a project, with the agents below it, and named by the link', () => {
    put('synced', 'shop', `${SESSION}.jsonl`)
    put('synced', 'shop', SESSION, 'subagents', 'agent-a1.jsonl')
    link(join(at, 'synced', 'shop'), 'claude', 'projects', '-shop')
    const files = discover(roots).toSorted((a, b) => a.path.length - b.path.length)
    expect(files).toMatchObject([
      { path: join(at, 'claude', 'projects', '-shop', `${SESSION}.jsonl`), session: SESSION, agent: null },
      { path: join(at, 'claude/projects/-shop', SESSION, 'subagents/agent-a1.jsonl'), session: SESSION, agent: 'a1' },
    ])
  })

  it('is followed for a day, a month and a year of Codex', () => {
    const rollout = `rollout-2026-11-01T10-00-00-${SESSION}.jsonl`
    put('synced', '2025', '01', '02', rollout)
    put('synced', '10', '03', rollout)
    put('synced', '04', rollout)
    link(join(at, 'synced', '2025'), 'codex', 'sessions', '2025')
    link(join(at, 'synced', '10'), 'codex', 'sessions', '2026', '10')
    link(join(at, 'synced', '04'), 'codex', 'sessions', '2026', '11', '04')
    expect(found()).toEqual(['2025/01/02', '2026/10/03', '2026/11/04'].map((day) => `codex/sessions/${day}/${rollout}`))
  })

  it('is read once if several lead to the same folder, or to one that is listed anyway', () => {
    put('synced', 'shop', `${SESSION}.jsonl`)
    put('claude', 'projects', '-own', `${SESSION}.jsonl`)
    for (const name of ['-a', '-b']) link(join(at, 'synced', 'shop'), 'claude', 'projects', name)
    link(join(at, 'claude', 'projects', '-own'), 'claude', 'projects', '-again')
    expect(found()).toEqual([`claude/projects/-a/${SESSION}.jsonl`, `claude/projects/-own/${SESSION}.jsonl`])
  })

  it('never loops, and may lead nowhere', () => {
    link(join(at, 'claude'), 'claude', 'projects', '-home')
    link(at, 'claude', 'projects', '-above')
    link('/', 'claude', 'projects', '-root')
    link('-self', 'claude', 'projects', '-self')
    link(join(at, 'none'), 'claude', 'projects', '-none')
    put('claude', 'note.jsonl')
    link(join(at, 'claude', 'note.jsonl'), 'claude', 'projects', '-file')
    expect(found()).toEqual([])
  })

  it('is not followed further below', () => {
    put('synced', 'deep', `${SESSION}.jsonl`)
    put('synced', 'shop', `${SESSION}.jsonl`)
    link(join(at, 'synced', 'deep'), 'synced', 'shop', 'more')
    link(join(at, 'synced', 'shop'), 'claude', 'projects', '-shop')
    mkdirSync(join(at, 'claude', 'projects', '-own'))
    link(join(at, 'synced', 'deep'), 'claude', 'projects', '-own', 'more')
    expect(found()).toEqual([`claude/projects/-shop/${SESSION}.jsonl`])
  })
})

it('a path that a hook names is a transcript below the links that are followed, and nowhere else', () => {
  put('synced', 'shop', `${SESSION}.jsonl`)
  put('synced', 'other', `${SESSION}.jsonl`)
  link(join(at, 'synced', 'other'), 'synced', 'shop', 'more')
  for (const name of ['-a', '-b']) link(join(at, 'synced', 'shop'), 'claude', 'projects', name)
  const named = (...parts: readonly string[]) => transcriptAt(roots, join(at, ...parts, `${SESSION}.jsonl`))
  expect(named('claude', 'projects', '-a')).toMatchObject({ session: SESSION })
  expect(named('claude', 'projects', '-b')).toBeNull()
  expect(named('claude', 'projects', '-a', 'more')).toBeNull()
  expect(named('synced', 'shop')).toBeNull()
})
