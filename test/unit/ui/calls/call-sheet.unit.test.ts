import { expect, it } from 'vitest'
import type { ToolCallRow } from '../../../../ui/src/api/types.js'
import { callSheet } from '../../../../ui/src/calls/call-sheet.js'

const call: ToolCallRow = {
  id: 'toolu_1',
  session_id: 's',
  session_name: 'Paint the shop',
  session_cwd: '/home/dev/shop',
  agent_id: 's-main',
  agent_name: null,
  tool_name: 'Bash',
  target: 'make',
  state: 'failed',
  started_at: '2026-03-01T10:00:00.000Z',
  ended_at: '2026-03-01T10:00:31.200Z',
  duration_ms: 31_200,
  error: 'exit 2\nmore',
  outcome: null,
  start_event_id: 1,
  end_event_id: 2,
  line: null,
}

it('a call is exported with its times, its milliseconds and its outcome', () => {
  const { columns, rows } = callSheet([call])
  expect(rows).toEqual([
    [
      call.started_at,
      call.ended_at,
      'Bash',
      'make',
      'Paint the shop',
      '/home/dev/shop',
      'Main',
      31_200,
      'Failed',
      'exit 2',
    ],
  ])
  expect(columns).toHaveLength(rows[0]?.length ?? 0)
})
