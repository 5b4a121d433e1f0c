import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'

interface Hit {
  readonly session_id: string
  readonly agent_id: string | null
  readonly line: number
  readonly timestamp: string
  readonly sender: string
  readonly snippet: { readonly text: string; readonly marks: readonly (readonly [number, number])[] }
}
interface Answer {
  readonly hits: readonly Hit[]
  readonly next: number | null
  readonly behind: boolean
}

const START = Date.parse('2026-11-01T10:00:00Z')
const at = (n: number): string => new Date(START + n * 1000).toISOString()
const prompt = (session: string, n: number, content: string): string =>
  `${JSON.stringify({ type: 'user', uuid: `${session}-${n}`, sessionId: session, cwd: '/repo', timestamp: at(n), message: { role: 'user', content } })}\n`
const reply = (session: string, n: number, content: readonly object[]): string =>
  `${JSON.stringify({ type: 'assistant', uuid: `${session}-${n}`, sessionId: session, timestamp: at(n), message: { id: `m-${session}-${n}`, role: 'assistant', model: 'claude-sonnet-4-5', content, usage: { input_tokens: 1, output_tokens: 1 } } })}\n`

const WORDS = ['apple', 'Birne', 'citron', 'dattel', 'épine', 'feige']
/** The words in each line of each conversation. */
const TALKS = Array.from({ length: 12 }, (_, s) =>
  Array.from({ length: 20 }, (_, n) => WORDS.filter((_word, w) => ((s * 31 + n * 17 + 5) >> w) % 3 === 0)),
)
const nameOf = (s: number): string => `talk-${String(s).padStart(2, '0')}`

let app: App
let project: string
const search = (q: string, more = ''): Promise<Answer> =>
  app.get<Answer>(`/api/search?q=${encodeURIComponent(q)}${more}`)
const places = ({ hits }: Answer): readonly string[] =>
  hits.map(({ session_id, line }) => `${session_id}:${line}`).toSorted()
const caughtUp = async (): Promise<void> => {
  await app.settled()
  await until('the search to be up to date', async () => !(await search('apple')).behind)
}

beforeAll(async () => {
  app = await startApp()
  await app.imported
  project = join(app.claudeHome, 'projects', '-repo')
  mkdirSync(join(project, 'special', 'subagents'), { recursive: true })
  for (const [s, lines] of TALKS.entries()) {
    const text = lines.map((words, n) => prompt(nameOf(s), s * 20 + n, ['so', ...words].join(' ')))
    writeFileSync(join(project, `${nameOf(s)}.jsonl`), text.join(''))
  }
  const tool = { type: 'tool_use', id: 'toolu_1', name: 'Edit', input: { file_path: '/repo/src/wiring/held.ts' } }
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'zebra printed' }
  writeFileSync(
    join(project, 'special.jsonl'),
    [
      prompt('special', 900, 'Why is it <b>slow</b>?'),
      reply('special', 901, [{ type: 'thinking', thinking: 'zebra thought', signature: 'x' }, tool]),
      `${JSON.stringify({ type: 'user', uuid: 'r', sessionId: 'special', timestamp: at(902), message: { role: 'user', content: [result] } })}\n`,
    ].join(''),
  )
  writeFileSync(
    join(project, 'special', 'subagents', 'agent-helper.jsonl'),
    prompt('special', 950, 'okapi of the helper').replace('"type"', '"isSidechain":true,"agentId":"helper","type"'),
  )
  await app.send('/api/import/rescan', { method: 'POST', body: {} })
  await caughtUp()
})
afterAll(() => app.close())

describe('a search in conversations', () => {
  it('finds exactly the lines that contain all words, ignoring case and accents', async () => {
    const wanted = fc.uniqueArray(fc.constantFrom(...WORDS.keys()), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(wanted, async (chosen) => {
        const words = chosen.map((w) => WORDS[w] ?? '')
        const found: string[] = []
        for (let before = ''; ; ) {
          const page = await search(`${words.join(' ').toUpperCase()} `, `&limit=7${before}`)
          expect(page.hits.length).toBeLessThanOrEqual(7)
          found.push(...page.hits.map(({ session_id, line }) => `${session_id}:${line}`))
          if (page.next === null) break
          before = `&before=${page.next}`
        }
        const expected = TALKS.flatMap((lines, s) =>
          lines.flatMap((line, n) => (words.every((word) => line.includes(word)) ? [`${nameOf(s)}:${n + 1}`] : [])),
        )
        // Later talks and later lines are newer.
        expect(found).toEqual(expected.toReversed())
      }),
      { numRuns: 25 },
    )
  })

  it('finds a word by its prefix, a path or a tool, and returns a plain text snippet', async () => {
    expect((await search('appl')).hits.length).toBeGreaterThan(0)
    expect((await search('"appl"')).hits).toEqual([])
    for (const q of ['src/wiring/held.ts', 'wiring', 'Edit held']) {
      const [hit, ...others] = (await search(q)).hits
      expect([hit?.session_id, hit?.line, hit?.sender, others]).toEqual(['special', 2, 'assistant', []])
    }
    const { snippet, timestamp } = (await search('slow')).hits[0] ?? {}
    expect(snippet).toEqual({ text: 'Why is it <b>slow</b>?', marks: [[13, 17]] })
    expect(timestamp).toBe(at(900))
  })

  it('excludes tool output and thinking', async () => expect((await search('zebra')).hits).toEqual([]))

  it('finds lines in the transcript of a subagent', async () => {
    expect((await search('okapi')).hits).toMatchObject([{ session_id: 'special', agent_id: 'helper', line: 1 }])
  })

  it('searches only the requested session and providers', async () => {
    const own = await search('so', '&session_id=talk-03&limit=100')
    expect([own.hits.length, new Set(own.hits.map(({ session_id }) => session_id))]).toEqual([20, new Set(['talk-03'])])
    expect((await search('so', '&providers=codex')).hits).toEqual([])
  })

  it('finds nothing for a query without a word', async () => {
    for (const q of ['', '*', '"', '(', "';--"]) expect((await search(q)).hits).toEqual([])
  })

  it('finds a line that is appended while the service runs, once', async () => {
    const path = join(project, 'talk-00.jsonl')
    writeFileSync(path, prompt('talk-00', 1000, 'quokka at last'), { flag: 'a' })
    await until('the new line', async () => (await search('quokka')).hits.length > 0)
    await caughtUp()
    expect(places(await search('quokka'))).toEqual(['talk-00:21'])
  })

  it('continues after a line whose tool input is too deeply nested to parse', async () => {
    const deep = `${'['.repeat(100_000)}${'],1'.repeat(99_999)}]`
    const poison = reply('deep', 960, [
      { type: 'text', text: 'wombat here' },
      { type: 'tool_use', id: 'toolu_2', name: 'Write', input: { file_path: 'a', content: 'DEEP' } },
    ]).replace('"DEEP"', deep)
    writeFileSync(join(project, 'deep.jsonl'), prompt('deep', 959, 'before') + poison + prompt('deep', 961, 'numbat'))
    writeFileSync(join(project, 'later.jsonl'), prompt('later', 970, 'bilby'))
    await app.send('/api/import/rescan', { method: 'POST', body: {} })
    await caughtUp()
    const page = await app.send<{ messages: readonly { line: number }[] }>('/api/sessions/deep/transcript')
    expect([page.status, page.json.messages.map(({ line }) => line)]).toEqual([200, [1, 2, 3]])
    for (const [word, place] of Object.entries({ wombat: 'deep:2', numbat: 'deep:3', bilby: 'later:1' })) {
      expect(places(await search(word))).toEqual([place])
    }
    expect(app.complaints).toEqual([])
  })

  it('removes a deleted session from the index and its file', async () => {
    rmSync(join(project, 'special.jsonl'))
    rmSync(join(project, 'special'), { recursive: true })
    expect((await app.send('/api/sessions/special', { method: 'DELETE' })).status).toBe(200)
    for (const q of ['slow', 'wiring', 'okapi']) expect((await search(q)).hits).toEqual([])
    const files = (): readonly Buffer[] =>
      ['side.db', 'side.db-wal'].map((name) => readFileSync(join(app.folder, 'data', name)))
    await until('its words to be gone', () => files().every((bytes) => !bytes.includes('okapi')))
  })
})
