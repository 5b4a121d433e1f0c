import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ingestHook } from '../../../../src/commands/ingest/hook.js'
import { dump, openInMemory } from '../../../support/kernel/kernel.js'

const KINDS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'Notification',
  'SubagentStart',
  'Stop',
  'Odd',
]

/** Texts as JSON, with lone surrogates, pairs, NULs and long names among them. */
const jsonText = fc
  .array(
    fc.constantFrom(
      String.raw`\ud800`,
      String.raw`\udc00`,
      String.raw`\ud83d\ude00`,
      String.raw`\u0000`,
      String.raw`\\ud800`,
      'a',
      'Read',
      '/x',
      'é',
      '😀',
      String.raw`\n# x`,
      'k'.repeat(3000),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => `"${parts.join('')}"`)

const value = fc.oneof(jsonText, fc.constantFrom('1', 'null', 'true', '[]', '1e400', '{"file_path":"\\\\ud800"}'))

const MEMBERS = [
  'cwd',
  'tool_name',
  'tool_use_id',
  'agent_id',
  'agent_type',
  'prompt',
  'message',
  'model',
  'tool_input',
  'title',
]

const hook = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    session: fc.constantFrom('s-1', 's-2'),
    members: fc.dictionary(fc.constantFrom(...MEMBERS), value),
    more: fc.array(fc.tuple(jsonText, value), { maxLength: 3 }),
  })
  .map(({ kind, session, members, more }) => {
    const all = [...Object.entries(members).map(([name, text]) => [`"${name}"`, text]), ...more]
    return `{"hook_event_name":"${kind}","session_id":"${session}"${all.map(([name, text]) => `,${name}:${text}`).join('')}}`
  })

it('a rebuild reproduces the live tables for any hook', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hook, { minLength: 1, maxLength: 12 }), async (bodies) => {
      const kernel = openInMemory()
      let now = Date.UTC(2026, 0, 1)
      const ingest = ingestHook({
        committer: kernel.committer,
        clock: { now: () => (now += 1000) } as never,
        processes: { isAlive: () => true },
      })
      try {
        for (const body of bodies) {
          await ingest({
            body,
            provider: 'claude',
            deliveryId: null,
            at: null,
            pid: null,
            by: 'local',
            run: null,
          })
        }
        const live = dump(kernel.connection)
        await kernel.projector.rebuild(() => undefined)
        expect(dump(kernel.connection)).toEqual(live)
        expect(JSON.stringify(live).isWellFormed()).toBe(true)
      } finally {
        await kernel.close()
      }
    }),
    { numRuns: 12 },
  )
})
