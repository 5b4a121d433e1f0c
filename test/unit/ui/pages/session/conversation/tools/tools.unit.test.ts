import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../../../../../../ui/src/pages/session/conversation/items.js'
import { aboutCall } from '../../../../../../../ui/src/pages/session/conversation/tools/about.js'
import { answersIn } from '../../../../../../../ui/src/pages/session/conversation/tools/answers.js'
import { numbered } from '../../../../../../../ui/src/pages/session/conversation/tools/numbered.js'
import { laidOut } from '../../../../../../../ui/src/pages/session/conversation/tools/laid-out.js'
import { serverTool } from '../../../../../../../ui/src/kit/server-tool.js'
import { shellOutput } from '../../../../../../../ui/src/pages/session/conversation/tools/shell-output.js'
import { startedBy } from '../../../../../../../ui/src/pages/session/conversation/tools/started-by.js'
import { todosOf } from '../../../../../../../ui/src/pages/session/conversation/tools/todo.js'
import { plainOutput } from '../../../../../../../ui/src/pages/session/conversation/tools/call.js'
import { agent } from '../../../../../../support/ui/rows.js'

const call = (name: string, input: unknown, result?: ToolCall['result']): ToolCall => ({
  type: 'call',
  id: 't',
  name,
  input,
  result,
  line: 1,
  resultLine: undefined,
})

const about = (name: string, input: unknown): string => aboutCall(call(name, input))

describe('the summary of a tool call', () => {
  it.each([
    ['Bash', { command: 'npm test', description: 'Run' }, 'npm test'],
    ['Bash', { cmd: 'ls' }, 'ls'],
    ['Read', { file_path: '/a.ts', offset: 10, limit: 5 }, '/a.ts, from line 10, 5 lines'],
    ['Read', { file_path: '/a.ts' }, '/a.ts'],
    ['Task', { description: 'Find locks', prompt: 'Look everywhere' }, 'Find locks'],
    ['WebFetch', { url: 'https://example.org', prompt: 'Is it up?' }, 'https://example.org'],
    ['web_search', { queries: ['a', 'b'] }, 'a; b'],
    ['AskUserQuestion', { questions: [{ question: 'Which one?' }] }, 'Which one?'],
    ['ExitPlanMode', { plan: '# Lock it\n\n- once' }, 'Lock it'],
    ['Skill', { skill: 'commit', args: '-m x' }, 'commit -m x'],
    ['TaskUpdate', { taskId: '3', status: 'in_progress' }, 'task 3 in progress'],
    ['update_plan', { plan: [{ step: 'Read', status: 'in_progress' }] }, 'Read'],
    ['BashOutput', { bash_id: 'bash_1' }, 'bash_1'],
    ['NotebookEdit', { notebook_path: '/n.ipynb', new_source: 'x' }, '/n.ipynb'],
    ['Edit', { files: ['a.ts', 'b.ts'], patch: '+x' }, 'a.ts, b.ts'],
    ['Edit', { file_path: 'a.ts', patch: '+x' }, 'a.ts'],
  ])('shows what %s acts on', (name, input, words) => expect(about(name, input)).toBe(words))

  it.each(['Bash', 'Read', 'Task', 'WebFetch', 'AskUserQuestion', 'ExitPlanMode', 'TodoWrite', 'Skill', 'Edit'])(
    'accepts malformed input of %s',
    (name) => {
      for (const input of [null, 'text', 7, [], { questions: 'no', plan: 3, todos: [1] }, { _truncated: '{"a' }])
        expect(typeof about(name, input)).toBe('string')
    },
  )

  it('splits the name of an MCP tool into server and tool', () => {
    expect(serverTool('mcp__linear-server__get_issue')).toEqual({ server: 'linear-server', tool: 'get_issue' })
    expect(serverTool('Bash')).toBeUndefined()
  })
})

describe('shell output', () => {
  it.each([
    ['Claude Code', 'Exit code 2\nno such file', { text: 'no such file', exitCode: 2 }],
    ['Codex', 'Exit code: 0\nWall time: 0.9 seconds\nOutput:\nyes', { text: 'yes', exitCode: 0 }],
    [
      'newer Codex',
      'Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 1\nOriginal token count: 3\nOutput:\nno',
      { text: 'no', exitCode: 1 },
    ],
    ['older Codex', '{"output":"ok","metadata":{"exit_code":0}}', { text: 'ok', exitCode: 0 }],
    ['anything else', 'plain words', { text: 'plain words', exitCode: null }],
    ['JSON of a command', '{"output":', { text: '{"output":', exitCode: null }],
  ])('is extracted from the format of %s', (_tool, output, expected) => expect(shellOutput(output)).toEqual(expected))

  it('has no colour codes and no overwritten text', () =>
    expect(plainOutput('\u001b[32mok\u001b[0m\r\n10%\r100%\n\u001b]0;title\u0007done')).toBe('ok\n100%\ndone'))
})

describe('the details of a tool call', () => {
  it('list the numbered lines of a file without system reminders', () => {
    expect(numbered('     1→a\n     2→\n<system-reminder>x')).toEqual([
      { number: '1', text: 'a' },
      { number: '2', text: '' },
    ])
    expect(numbered('no listing')).toBeUndefined()
  })

  it('contain the answer to each question', () =>
    expect(answersIn('User has answered your questions: "Which?"="The second", "Sure?"="Yes". You can')).toEqual(
      new Map([
        ['Which?', 'The second'],
        ['Sure?', 'Yes'],
      ]),
    ))

  it('format JSON, and leave other text unchanged', () => {
    expect(laidOut('{"a":1}')).toBe('{\n  "a": 1\n}')
    expect(laidOut('{not json')).toBe('{not json')
  })

  it('list the tasks of TodoWrite and update_plan', () => {
    expect(todosOf(call('TodoWrite', { todos: [{ content: 'Read', status: 'completed' }] }))).toEqual([
      { words: 'Read', status: 'completed' },
    ])
    expect(todosOf(call('update_plan', { plan: [{ step: 'Write' }] }))).toEqual([{ words: 'Write', status: 'pending' }])
  })
})

describe('the subagent of a call', () => {
  const [one, two] = [agent('a1', { task: 'Find all the locks' }), agent('a2', { task: 'Measure' })]
  it('is the one that the result names', () => {
    const answered = call('Task', { prompt: 'Measure' }, { type: 'tool_result', agent_id: 'a1' })
    expect(startedBy(answered, [one, two])).toBe(one)
  })
  it('is the only one with the same task while the call has no result', () => {
    expect(startedBy(call('Task', { prompt: 'Measure\nit twice' }), [one, two])).toBe(two)
    expect(startedBy(call('Task', { prompt: 'Measure' }), [two, agent('a3', { task: 'Measure' })])).toBeUndefined()
  })
})
