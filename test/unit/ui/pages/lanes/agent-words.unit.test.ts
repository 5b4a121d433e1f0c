import { expect, it } from 'vitest'
import type { ToolId } from '../../../../../ui/src/api/tools.js'
import type { PaneLook } from '../../../../../ui/src/live/lane-triage.js'
import { agentWords, type Looked } from '../../../../../ui/src/pages/lanes/agent-words.js'

const agent = (look: PaneLook, tool: ToolId = 'cli_a'): Looked => ({ pane: { tool, shell: false }, look })
const shell: Looked = { pane: { tool: null, shell: true }, look: 'shell' }

it.each([
  ['nothing', [], 'None', '', ''],
  ['a shell', [shell], 'Shell', '', ''],
  ['one at work, which its activity says', [agent('work')], 'Claude Code', '', ''],
  ['one that waits for a prompt', [agent('turn')], 'Claude Code', 'your turn', ''],
  ['one that ended', [agent('ended')], 'Claude Code', 'stopped', ''],
  ['one that ended, and a shell', [agent('ended'), shell], 'Claude Code', 'Shell', ''],
  ['one that works beside a shell', [agent('work'), shell], 'Claude Code', 'Shell', ''],
  ['two at work', [agent('work'), agent('work')], 'Claude Code 2', 'all 2 work', 'work'],
  ['two of which one works', [agent('turn'), agent('work')], 'Claude Code 2', '1 works', 'work'],
  ['one beside another that ended', [agent('work'), agent('ended', 'cli_b')], 'Claude Code', '', ''],
  [
    'the one that waits before the one that works',
    [agent('work', 'cli_b'), agent('need')],
    'Claude Code',
    'Codex works',
    'work',
  ],
  ['the one that failed before the idle one', [agent('turn', 'cli_b'), agent('fail')], 'Claude Code', 'Codex', ''],
  ['two kinds that fail', [agent('need'), agent('fail', 'cli_b')], 'Claude Code', 'Codex failed', 'fail'],
] as const)('the agents of a lane are named: %s', (_, panes, name, also, tone) => {
  expect(agentWords(panes)).toEqual({ name, also, tone })
})
