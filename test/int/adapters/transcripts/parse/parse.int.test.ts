import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openParser } from '../../../../../src/adapters/transcripts/thread/parser.js'
import type { Cursor, Slice, TranscriptFile, TranscriptParser } from '../../../../../src/commands/ports/transcripts.js'

const SESSION = '0f6ab5cb-1c7d-4f0e-9b7e-0123456789ab'
const AT = '2026-02-01T10:00:00.000Z'
let home: string
let parser: TranscriptParser

beforeAll(() => {
  parser = openParser(null, () => undefined)
})
afterAll(() => parser.close())
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'transcripts-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const put = (path: string, content: string | Uint8Array): string => {
  const file = join(home, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}
const main = `projects/-p/${SESSION}.jsonl`
const reply = (id: string, output: number): string =>
  `${JSON.stringify({ type: 'assistant', uuid: `u-${id}`, timestamp: AT, message: { id, model: 'm', usage: { output_tokens: output } } })}\n`

/** Returns a file as a hook reports it, without checking its path. */
const unlisted = (path: string): TranscriptFile => ({
  path,
  provider: 'claude',
  session: SESSION,
  agent: null,
  size: 0,
  mtimeMs: 0,
  inode: 0,
})
const list = (): Promise<readonly TranscriptFile[]> => parser.list({ claude: home, codex: home })

async function read(file: TranscriptFile | undefined, cursor: Cursor | null = null, final = true): Promise<Slice[]> {
  if (file === undefined) throw new Error('no transcript was found')
  const slices: Slice[] = []
  for await (const slice of parser.read({ file, cursor, final })) slices.push(slice)
  return slices
}
const outputs = (slices: readonly Slice[]): number[] =>
  slices
    .flatMap((slice) => slice.facts)
    .filter((fact) => fact.type === 'reply-recorded')
    .map((fact) => {
      const reply: { usage: { output: number } } = JSON.parse(fact.json)
      return reply.usage.output
    })
const keys = (slices: readonly Slice[]): string[] =>
  slices.flatMap((slice) =>
    slice.facts.map((_fact, index) => Buffer.from(slice.keys.subarray(index * 16, index * 16 + 16)).toString('hex')),
  )
const end = (slices: readonly Slice[]): Cursor | null => slices.at(-1)?.cursor ?? null

describe('finding transcripts', () => {
  it('derives the session and agent from the path', async () => {
    const rollout = 'sessions/2026/02/01/rollout-2026-02-01T10-00-00-019ce299-7e70-7a13-9314-042ed6725303.jsonl'
    for (const path of [
      main,
      'projects/-p/agent-old.jsonl',
      `projects/-p/${SESSION}/subagents/agent-a1.jsonl`,
      `projects/-p/${SESSION}/subagents/workflows/wf_1/agent-b2.jsonl`,
      `projects/-p/${SESSION}/subagents/workflows/wf_1/journal.jsonl`,
      rollout,
    ])
      put(path, '{}\n')
    const found = (await list()).map(({ path, session, agent }) => [path.slice(home.length + 1), { session, agent }])
    expect(Object.fromEntries(found)).toEqual({
      [main]: { session: SESSION, agent: null },
      'projects/-p/agent-old.jsonl': { session: null, agent: 'old' },
      [`projects/-p/${SESSION}/subagents/agent-a1.jsonl`]: { session: SESSION, agent: 'a1' },
      [`projects/-p/${SESSION}/subagents/workflows/wf_1/agent-b2.jsonl`]: { session: SESSION, agent: 'b2' },
      [rollout]: { session: '019ce299-7e70-7a13-9314-042ed6725303', agent: null },
    })
  })

  it('follows no symbolic link to a file, nor to a folder below a project', async () => {
    const file = put('elsewhere/secret.jsonl', reply('m', 1))
    mkdirSync(join(home, 'projects/-p'), { recursive: true })
    symlinkSync(file, join(home, main))
    symlinkSync(dirname(file), join(home, 'projects/-p/linked'))
    expect(await list()).toEqual([])
    expect(await read(unlisted(join(home, main)))).toEqual([])
  })

  it('does not block on a FIFO', async () => {
    const path = join(home, 'pipe.jsonl')
    spawnSync('mkfifo', [path])
    expect(await read(unlisted(path))).toEqual([])
  })
})

const rolled = (type: string, payload: object, second: number): string =>
  `${JSON.stringify({ timestamp: `2026-02-01T10:00:0${second}.000Z`, type, payload })}\n`
const count = (output: number, second: number): string => {
  const total = { input_tokens: 0, output_tokens: output, total_tokens: output }
  return rolled('event_msg', { type: 'token_count', info: { total_token_usage: total } }, second)
}

describe('reading transcripts', () => {
  it('continues from the cursor, and returns nothing when there are no new lines', async () => {
    put(main, reply('a', 1) + reply('b', 2))
    const [file] = await list()
    const first = await read(file)
    expect(outputs(first)).toEqual([1, 2])
    expect(await read(file, end(first))).toEqual([])
    appendFileSync(join(home, main), reply('c', 3))
    const second = await read((await list())[0], end(first))
    expect(outputs(second)).toEqual([3])
    expect(second[0]?.cursor.line).toBe(3)
  })

  it('gives a line the same key when read at once, in parts or from another path', async () => {
    put(main, reply('a', 1))
    const first = await read((await list())[0])
    appendFileSync(join(home, main), reply('b', 2))
    const parts = [...keys(first), ...keys(await read((await list())[0], end(first)))]
    mkdirSync(join(home, 'projects/-moved'))
    renameSync(join(home, main), join(home, `projects/-moved/${SESSION}.jsonl`))
    expect(keys(await read((await list())[0]))).toEqual(parts)
  })

  it('leaves a partial line until it is complete', async () => {
    const [whole, half] = [reply('a', 1), reply('b', 2)]
    put(main, whole + half.slice(0, 40))
    const first = await read((await list())[0], null, false)
    expect(outputs(first)).toEqual([1])
    appendFileSync(join(home, main), half.slice(40))
    expect(outputs(await read((await list())[0], end(first), false))).toEqual([2])
  })

  it('reads a last line without a newline once, when the file is final', async () => {
    put(main, reply('a', 1) + reply('b', 2).trimEnd())
    const first = await read((await list())[0])
    expect(outputs(first)).toEqual([1, 2])
    appendFileSync(join(home, main), `\n${reply('c', 3)}`)
    const second = await read((await list())[0], end(first))
    expect(outputs(second)).toEqual([3])
    expect(end(second)?.line).toBe(3)
  })

  it('reads a file again from the start when it shrank or was replaced', async () => {
    put(main, reply('a', 1) + reply('b', 2))
    const first = await read((await list())[0])
    put(main, reply('a', 1))
    expect(outputs(await read((await list())[0], end(first)))).toEqual([1])
    put(main, reply('x', 7) + reply('y', 8) + reply('z', 9))
    expect(outputs(await read((await list())[0], end(first)))).toEqual([7, 8, 9])
  })

  it('skips damaged lines and counts them', async () => {
    const damaged = [
      Buffer.from('\ufeff' + reply('a', 1)),
      Buffer.from('not json\n[1]\n\r\n'),
      Buffer.from(reply('b', 2).replace('\n', '\r\n')),
      Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d, 0x0a]),
      Buffer.concat([Buffer.alloc(16), Buffer.from(reply('c', 3))]),
    ]
    put(main, Buffer.concat(damaged))
    const slices = await read((await list())[0])
    expect(outputs(slices)).toEqual([1, 2, 3])
    expect(slices[0]).toMatchObject({ lines: 7, skipped: 3 })
  })

  it('skips a line that is too long', async () => {
    put(
      main,
      Buffer.concat([Buffer.from(reply('a', 1)), Buffer.alloc(40 << 20, 'x'), Buffer.from(`\n${reply('b', 2)}`)]),
    )
    const slices = await read((await list())[0])
    expect(outputs(slices)).toEqual([1, 2])
    expect(slices.reduce((sum, slice) => sum + slice.skipped, 0)).toBe(1)
    expect(end(slices)?.line).toBe(3)
  })

  it('returns slices that fit a transaction, each with its end cursor', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) => reply(`m${index}`, index + 1))
    put(main, lines.join(''))
    const slices = await read((await list())[0])
    expect(slices.map((slice) => slice.facts.length)).toEqual([256, 256, 256, 233])
    expect(slices.map((slice) => slice.cursor.line).at(-1)).toBe(1000)
    expect(new Set(keys(slices)).size).toBe(1001)
    const [file] = await list()
    expect(keys(await read(file, slices[1]?.cursor ?? null))).toEqual(keys(slices.slice(2)))
  })

  it('reads several files at a time without mixing them', async () => {
    const other = SESSION.replace('0f', '1f')
    put(main, Array.from({ length: 600 }, (_, index) => reply(`a${index}`, 1)).join(''))
    put(`projects/-p/${other}.jsonl`, Array.from({ length: 600 }, (_, index) => reply(`b${index}`, 2)).join(''))
    const both = await Promise.all((await list()).map((file) => read(file)))
    expect(both.map((slices) => new Set(outputs(slices)).size)).toEqual([1, 1])
  })

  it('reads the metadata file of a subagent, also when it is written later', async () => {
    const path = `projects/-p/${SESSION}/subagents/agent-a1`
    put(`${path}.jsonl`, reply('a', 1))
    const first = await read((await list())[0])
    expect(JSON.parse(first[0]?.facts[0]?.json ?? '')).toMatchObject({ agent: 'a1', agentType: null })
    put(`${path}.meta.json`, JSON.stringify({ agentType: 'Explore', description: 'look', toolUseId: 't' }))
    const second = await read((await list())[0], end(first))
    expect(second[0]?.facts.map((fact) => JSON.parse(fact.json))).toMatchObject([
      { agentType: 'Explore', toolUseId: 't' },
    ])
  })

  it("counts a fork from where its parent's totals end", async () => {
    const [parent, child] = ['019ce299-7e70-7a13-9314-042ed6725303', '019ce299-7e70-7a13-9314-042ed6725304']
    put(`sessions/2026/rollout-${parent}.jsonl`, rolled('session_meta', { id: parent }, 1) + count(5, 1) + count(9, 2))
    put(
      `sessions/2026/rollout-${child}.jsonl`,
      rolled('session_meta', { id: child, forked_from_id: parent }, 3) + count(5, 3) + count(9, 4) + count(14, 5),
    )
    const fork = (await list()).find((file) => file.session === child)
    const usage = (await read(fork)).flatMap((slice) => slice.facts).filter((fact) => fact.type === 'usage-recorded')
    expect(usage.map((fact) => JSON.parse(fact.json))).toMatchObject([{ usage: { output: 5 } }])
  })
})
