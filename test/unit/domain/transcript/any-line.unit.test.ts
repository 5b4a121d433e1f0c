import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claudeStart, claudeStep } from '../../../../src/domain/transcript/facts/claude/step.js'
import { codexStart, codexStep } from '../../../../src/domain/transcript/facts/codex/step.js'
import { imageOf } from '../../../../src/domain/transcript/view/image.js'
import { isFields } from '../../../../src/domain/transcript/json.js'
import { messageOf } from '../../../../src/domain/transcript/view/message-of.js'
import { claudeShows, codexShows, shownStart } from '../../../../src/domain/transcript/view/shown.js'

const TYPES = ['user', 'assistant', 'system', 'progress', 'attachment', 'custom-title', 'event_msg', 'response_item']
const INNER = [
  'token_count',
  'agent_progress',
  'tool_result',
  'tool_use',
  'message',
  'function_call',
  'turn_duration',
  'text',
]
const FIELDS = [
  'type',
  'message',
  'content',
  'data',
  'payload',
  'info',
  'usage',
  'timestamp',
  'uuid',
  'attachment',
  'item',
]

/** JSON shaped like a transcript's lines, with every field of any type. */
const hostile = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.jsonValue(),
    fc.constantFrom<unknown>(
      ...TYPES,
      ...INNER,
      '2026-02-01T10:00:00Z',
      '\ud800',
      Number.POSITIVE_INFINITY,
      -1,
      '__proto__',
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom(...FIELDS, 'subtype', 'id', 'source', 'total_token_usage'), tie('value'), {
    maxKeys: 6,
  }),
})).value

const place = { line: 1, session: 's', agent: null }

describe('reducers of transcript lines', () => {
  it('accept any JSON value and keep a state that survives JSON serialization', () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 5 }), (lines) => {
        const claude = claudeStart(0)
        const codex = codexStart(0)
        for (const line of lines) {
          const facts = [...claudeStep(claude, line, place), ...codexStep(codex, line, place, () => null)]
          for (const fact of facts) expect(Number.isFinite(fact.at) && fact.identity.length > 0).toBe(true)
        }
        expect(JSON.parse(JSON.stringify(claude))).toEqual(claude)
        expect(JSON.parse(JSON.stringify(codex))).toEqual(codex)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the lines shown in a conversation', () => {
  it.each(['claude', 'codex'] as const)('are the lines that are counted, for any JSON value: %s', (provider) => {
    const shows = provider === 'claude' ? claudeShows : codexShows
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 5 }), (lines) => {
        const [counting, showing] = [shownStart(), shownStart()]
        for (const line of lines) {
          const counted = isFields(line) && shows(counting, line) !== null
          const message = messageOf(provider, showing, line, { line: 1, agent: null, imageAddress: String })
          expect(message !== null).toBe(counted)
          expect(showing).toEqual(counting)
          imageOf(provider, line, 0)
        }
      }),
      { numRuns: 300 },
    )
  })
})
