import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import { until } from '../../../support/agents/until.js'
import { type App, startApp } from '../../../support/service/app.js'
import {
  counted,
  event,
  meta,
  prompt,
  reply,
  type RolloutLine,
  rolloutPath,
  rolloutText,
  stored,
  tokens,
  write,
} from '../../../support/transcripts/rollouts.js'

const ID = '019a0000-0000-7000-8000-00000000000a'
const CHILD = '019a0000-0000-7000-8000-00000000000b'
/** Three requests of 100 and 1 tokens, a prompt and a long reply, compressed by the reference implementation. */
const PACKED = Buffer.from(
  'KLUv/QRojQoA1lE2HlBvc5OfWWFntIgnhNL2Eg9E1QCHn61NOJePUUUkwCwALgAuABD8pR16M7I86euvNzo5IfPy21ey9NcZqirQpmzBlGGMMTTavF2Kr3kj' +
    '7F8CzBvjNnTLckq8U0MQFJiWIG+PFpqxK9tyPk5OVDNAVX1KOw0ojyIOjKrqSzB9e9G13MkSAtA2NVu+Zsj8HEd1yzSbYSSwkQ5Inqd4c01JEjbaW359WqaiOX19IS+O4xia' +
    'pilUzS/6qthqan6pgzbyvOdLlbXzQh5TLno950PCr7ek5uPkSmZDODAgsEaGimo3hxRWWD6abEwqB00nK5aPJhszFTRLXkYxGdAdFbL7eBSdlLNdmuIWc+k/amDaQCr1SegkqpQP' +
    '8I+kfcCojBflDummesKaAKvm4li60jMo9otnQYj86NhgZC1TdAJxPNCM2lcMbmaxxEEIzIA6AfdY3mk=',
  'base64',
)

let folder: string
let home: string
let app: App | null = null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-rollouts-'))
  home = join(folder, 'codex')
})
afterEach(async () => {
  await app?.close()
  app = null
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<App> {
  app = await startApp({}, folder)
  await app.imported
  await app.settled()
  return app
}
const sessions = async () => (await app?.get<RouteAnswer<'GET /api/sessions'>>('/api/sessions'))?.sessions ?? []
async function tokensOf(id: string): Promise<readonly (number | undefined)[]> {
  const cost = await app?.get<RouteAnswer<'GET /api/pricing/cost/:sessionId'>>(`/api/pricing/cost/${id}`)
  const sum = (key: 'input_tokens' | 'output_tokens'): number | undefined =>
    cost?.breakdown.reduce((total, row) => total + row[key], 0)
  return [sum('input_tokens'), sum('output_tokens')]
}
async function textsOf(id: string, query = ''): Promise<string[]> {
  const page = await app?.get<RouteAnswer<'GET /api/sessions/:id/transcript'>>(`/api/sessions/${id}/transcript${query}`)
  return page?.messages.flatMap(({ content }) => content.flatMap(({ text }) => text ?? [])) ?? []
}

const work: readonly RolloutLine[] = [
  meta(ID),
  prompt('Long job'),
  reply('part one'),
  counted(tokens(1000, 10), tokens(1000, 10)),
]

describe('a compressed rollout', () => {
  it('is read like a plain one', async () => {
    write(`${rolloutPath(home, ID)}.zst`, PACKED)
    await start()
    expect(await tokensOf(ID)).toEqual([300, 3])
    expect((await textsOf(ID)).map((text) => text.slice(0, 16))).toEqual(['Pack the history', 'Packed Packed Pa'])
  })

  it('counts once beside its plain form, in several frames, and in the archive folder', async () => {
    const long = [...work, reply('x'.repeat(300_000))]
    write(rolloutPath(home, ID), rolloutText(long))
    write(`${rolloutPath(home, ID)}.zst`, stored(rolloutText(long)))
    write(`${rolloutPath(home, ID, 'archived_sessions')}.zst`, stored(rolloutText(long)))
    await start()
    expect((await sessions()).map(({ id }) => id)).toEqual([ID])
    expect(await tokensOf(ID)).toEqual([1000, 10])
    expect(await textsOf(ID)).toHaveLength(3)
  })

  it('is the same session when the plain file is replaced while the service runs', async () => {
    write(rolloutPath(home, ID), rolloutText(work))
    await start()
    expect(await textsOf(ID)).toEqual(['Long job', 'part one'])
    rmSync(rolloutPath(home, ID))
    write(`${rolloutPath(home, ID)}.zst`, stored(rolloutText([...work, reply('part two')])))
    await until('the new reply', async () => (await textsOf(ID)).includes('part two'))
    expect(await tokensOf(ID)).toEqual([1000, 10])
  })

  it('names the counts that a fork repeats', async () => {
    write(`${rolloutPath(home, ID)}.zst`, stored(rolloutText(work)))
    const fork = [
      meta(CHILD, { forked_from_id: ID }),
      prompt('Long job'),
      counted(tokens(1000, 10), tokens(1000, 10)),
      counted(tokens(1300, 13), tokens(300, 3)),
    ]
    write(rolloutPath(home, CHILD), rolloutText(fork))
    await start()
    expect(await tokensOf(CHILD)).toEqual([300, 3])
  })

  it('that is damaged is read up to the damage', async () => {
    const first = stored(rolloutText(work))
    write(`${rolloutPath(home, ID)}.zst`, Buffer.concat([first, Buffer.from('not a frame')]))
    write(`${rolloutPath(home, CHILD)}.zst`, 'nothing of the kind')
    await start()
    expect(await tokensOf(ID)).toEqual([1000, 10])
    expect((await sessions()).map(({ id }) => id)).toEqual([ID])
  })
})

describe('a thread that goes on in another file', () => {
  const next: readonly RolloutLine[] = [
    meta(ID),
    prompt('go on'),
    reply('part two'),
    counted(tokens(1400, 14), tokens(400, 4)),
  ]
  const LATER = Date.parse('2026-11-01T11:00:00Z')
  const second = (): string => rolloutPath(home, `${ID}_${CHILD}`, undefined, '11')

  it('is one session and one conversation, whatever the form of its files', async () => {
    write(`${rolloutPath(home, ID)}.zst`, stored(rolloutText(work)))
    write(second(), rolloutText(next, LATER))
    await start()
    expect((await sessions()).map(({ id }) => id)).toEqual([ID])
    expect(await tokensOf(ID)).toEqual([1400, 14])
    expect(await textsOf(ID)).toEqual(['Long job', 'part one', 'go on', 'part two'])
    expect(await textsOf(ID, '?after=4&limit=1')).toEqual(['go on'])
    expect(await textsOf(ID, '?before=7&limit=2')).toEqual(['part one', 'go on'])
  })

  it('keeps its places if the earlier file does not end with a newline', async () => {
    write(rolloutPath(home, ID), rolloutText(work).trimEnd())
    write(second(), rolloutText(next, LATER))
    await start()
    expect(await textsOf(ID, '?after=4&limit=1')).toEqual(['go on'])
  })

  it('does not count what it repeats of the earlier file', async () => {
    write(rolloutPath(home, ID), rolloutText(work))
    const repeats = [meta(ID), counted(tokens(1000, 10), tokens(1000, 10)), ...next.slice(1)]
    write(second(), rolloutText(repeats, LATER))
    await start()
    expect(await tokensOf(ID)).toEqual([1400, 14])
  })

  it('is found by a search, in both files', async () => {
    write(rolloutPath(home, ID), rolloutText(work))
    write(second(), rolloutText(next, LATER))
    await start()
    const hits = async (words: string): Promise<number[]> => {
      const found = await app?.get<RouteAnswer<'GET /api/search'>>(`/api/search?q=${words}`)
      return found?.hits.map(({ line }) => line) ?? []
    }
    await until('the index', async () => (await hits('go')).length > 0)
    expect(await hits('go')).toEqual([6])
    expect(await hits('long')).toEqual([2])
  })
})

it('belongs to the session that its first line names, whatever its name', async () => {
  write(rolloutPath(home, CHILD), rolloutText(work))
  await start()
  expect((await sessions()).map(({ id }) => id)).toEqual([ID])
})

describe('a thread that nobody waits for', () => {
  const over = event('task_complete', { turn_id: 't1', last_agent_message: 'did it' })
  const now = (): number => Date.now() - 60_000
  const running = (head: object, more: readonly RolloutLine[] = [over], turn = 't1'): string =>
    rolloutText([meta(CHILD, head), event('task_started', { turn_id: turn }), prompt('look'), ...more], now())
  const child = async () => (await sessions()).find(({ id }) => id === CHILD)
  const spawned = { source: { subagent: { thread_spawn: { parent_thread_id: ID, depth: 1 } } } }

  it.each([
    ['a subagent', spawned, { thread: 'subagent', parent_session_id: ID }],
    [
      'a subagent with a shared session id',
      { ...spawned, session_id: ID },
      { thread: 'subagent', parent_session_id: ID },
    ],
    [
      'a review',
      { source: { subagent: 'review' }, parent_thread_id: ID },
      { thread: 'internal', parent_session_id: ID },
    ],
    ['an unknown word', { source: { subagent: { other: 'memory' } } }, { thread: 'internal', parent_session_id: null }],
  ])('is %s whose turn ended', async (_name, head, told) => {
    write(rolloutPath(home, CHILD), running(head))
    await start()
    expect(await child()).toMatchObject({ ...told, status: 'completed', situation: 'done', awaiting_reason: null })
    const threads = async (of: string) =>
      (await app?.get<RouteAnswer<'GET /api/sessions'>>(`/api/sessions?parent=${of}`))?.sessions.map(({ id }) => id)
    expect(await threads(ID)).toEqual(told.parent_session_id === null ? [] : [CHILD])
    expect(await threads(CHILD)).toEqual([])
  })

  it('is a subagent that asks: its parent shows the question', async () => {
    const ask: RolloutLine = [
      'response_item',
      { type: 'function_call', name: 'request_user_input', call_id: 'c', arguments: '{}' },
    ]
    write(rolloutPath(home, CHILD), running(spawned, [ask]))
    await start()
    expect(await child()).toMatchObject({ status: 'active', situation: 'working', awaiting_reason: null })
  })

  it('is not a fork of the user', async () => {
    write(rolloutPath(home, CHILD), running({ forked_from_id: ID }))
    await start()
    expect(await child()).toMatchObject({ thread: null, parent_session_id: ID, awaiting_reason: 'stop' })
  })

  it('is a copy of a session of another agent, until the user continues it', async () => {
    const records = [{ source_path: `/home/dev/.claude/projects/-repo/${ID}.jsonl`, imported_thread_id: CHILD }]
    write(join(home, 'external_agent_session_imports.json'), JSON.stringify({ records }))
    const turn = 'external-import-turn-0'
    write(rolloutPath(home, CHILD), running({}, [over], turn))
    await start()
    await until('the ledger', async () => (await child())?.parent_session_id === ID)
    expect(await child()).toMatchObject({ thread: 'import', situation: 'done', awaiting_reason: null })
    write(
      rolloutPath(home, CHILD),
      running({}, [over, event('task_started', { turn_id: 't2' }), prompt('more'), over], turn),
    )
    await until('the wait', async () => (await child())?.awaiting_reason === 'stop')
  })
})

describe('an open question of Codex', () => {
  const ask: RolloutLine = [
    'response_item',
    {
      type: 'function_call',
      name: 'request_user_input',
      call_id: 'c',
      arguments: JSON.stringify({ questions: [{ id: 'q', header: 'Pick', question: 'Which one?', options: [] }] }),
    },
  ]
  const answer: RolloutLine = [
    'response_item',
    { type: 'function_call_output', call_id: 'c', output: '{"answers":{}}' },
  ]
  const asked = (more: readonly RolloutLine[] = []): string =>
    rolloutText([meta(ID), prompt('go'), ask, ...more], Date.now() - 60_000)
  const row = async () => (await sessions()).find(({ id }) => id === ID)

  it('waits with its text until its result', async () => {
    write(rolloutPath(home, ID), asked())
    await start()
    expect(await row()).toMatchObject({
      situation: 'needs_you',
      awaiting_reason: 'notification',
      headline: { kind: 'question', text: 'Which one?' },
    })
    write(rolloutPath(home, ID), asked([answer]))
    await until('the answer', async () => (await row())?.situation === 'working')
    expect((await row())?.awaiting_reason).toBeNull()
  })
})

describe('a turn that was taken back', () => {
  it('is marked, in front of a line that says so, and its tokens count', async () => {
    const turn = (text: string, total: number): readonly RolloutLine[] => [
      prompt(text),
      reply(`answer to ${text}`),
      counted(tokens(total, total), tokens(100, 100)),
    ]
    const back = event('thread_rolled_back', { num_turns: 1 })
    write(
      rolloutPath(home, ID),
      rolloutText([meta(ID), ...turn('one', 100), ...turn('two', 200), back, ...turn('three', 300)]),
    )
    await start()
    const page = await app?.get<RouteAnswer<'GET /api/sessions/:id/transcript'>>(`/api/sessions/${ID}/transcript`)
    expect(page?.messages.map(({ title, reverted }) => [title, reverted === true])).toEqual([
      [undefined, false],
      [undefined, false],
      [undefined, true],
      [undefined, true],
      ['Turn taken back', false],
      [undefined, false],
      [undefined, false],
    ])
    expect(await tokensOf(ID)).toEqual([300, 300])
  })
})

it('has the name of what the user asks for, without what an editor puts before it', async () => {
  const setup =
    '# Context from my IDE setup:\n\n## Active file: src/a.ts\n\n## My request for Codex:\nSplit this module\n'
  write(rolloutPath(home, ID), rolloutText([meta(ID), prompt(setup)]))
  await start()
  expect((await sessions())[0]?.name).toBe('Split this module')
  expect(await textsOf(ID)).toEqual(['Split this module'])
})
