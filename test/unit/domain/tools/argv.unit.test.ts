import { describe, expect, it } from 'vitest'
import { argvOf, type Launch, unsupported } from '../../../../src/domain/tools/argv.js'
import { TOOLS } from '../../../../src/domain/tools/catalog.js'

const { cli_a, cli_b } = TOOLS

describe('the command line that starts a tool', () => {
  it('is only the program without options', () => {
    expect(argvOf(cli_a, {})).toEqual(['claude'])
    expect(argvOf(cli_b, {})).toEqual(['codex'])
  })

  it('passes each option of Claude Code', () => {
    const launch: Launch = {
      prompt: 'fix the tests',
      model: 'opus',
      permissionMode: 'plan',
      effort: 'high',
      resume: { id: 'abc' },
      fork: true,
      worktree: 'try-1',
    }
    expect(unsupported(cli_a, launch)).toEqual([])
    expect(argvOf(cli_a, launch)).toEqual([
      'claude',
      '--model=opus',
      '--permission-mode=plan',
      '--effort=high',
      '--resume=abc',
      '--fork-session',
      '--worktree=try-1',
      '--',
      'fix the tests',
    ])
  })

  it('passes each option of Codex', () => {
    const launch: Launch = {
      prompt: 'fix the tests',
      model: 'gpt-5',
      effort: 'low',
      sandbox: 'read-only',
      approval: 'never',
      resume: { id: 'abc' },
    }
    expect(unsupported(cli_b, launch)).toEqual([])
    expect(argvOf(cli_b, launch)).toEqual([
      'codex',
      'resume',
      '--model=gpt-5',
      '--sandbox=read-only',
      '--ask-for-approval=never',
      '--config=model_reasoning_effort=low',
      '--',
      'abc',
      'fix the tests',
    ])
  })

  it('lets Claude Code read the file that its prompt names, and nothing else', () => {
    const launch: Launch = { prompt: 'Read the file /data/run_1.prompt.', promptFile: '/data/run_1.prompt' }
    const read = '--allowedTools=Read(//data/run_1.prompt)'
    expect(argvOf(cli_a, launch)).toEqual(['claude', read, '--', launch.prompt])
    expect(argvOf(cli_b, launch)).toEqual(['codex', '--', launch.prompt])
  })

  it('tells each tool its instructions in its own way, as one argument', () => {
    const launch: Launch = { instructions: 'Say "done".\n--model=x\u007f\\', prompt: 'go on' }
    expect(argvOf(cli_a, launch)).toEqual(['claude', `--append-system-prompt=${launch.instructions}`, '--', 'go on'])
    expect(argvOf(cli_b, launch)).toEqual([
      'codex',
      String.raw`--config=developer_instructions="Say \"done\".\n--model=x\u007f\\"`,
      '--',
      'go on',
    ])
  })

  it('continues the most recent session', () => {
    expect(argvOf(cli_a, { resume: 'last' })).toEqual(['claude', '--continue'])
    expect(argvOf(cli_b, { resume: 'last', prompt: 'go on' })).toEqual(['codex', 'resume', '--last', '--', 'go on'])
  })

  it.each([cli_a, cli_b])('never passes a value as an option of $name', (tool) => {
    const hostile = '--dangerously-skip-permissions'
    const words = argvOf(tool, { prompt: hostile, model: hostile, resume: { id: hostile } })
    const options = words.slice(0, words.indexOf('--'))
    expect(options).not.toContain(hostile)
    expect(words.at(-1)).toBe(hostile)
  })
})

describe('options that a tool does not have', () => {
  it('are reported', () => {
    expect(unsupported(cli_a, { sandbox: 'read-only', approval: 'never' })).toEqual(['sandbox', 'approval'])
    expect(unsupported(cli_b, { permissionMode: 'plan', worktree: 'x', fork: true, resume: 'last' })).toEqual([
      'permissionMode',
      'fork',
      'worktree',
    ])
  })

  it('include unknown values, and a fork without a session', () => {
    expect(unsupported(cli_a, { effort: 'heroic', permissionMode: 'yolo', fork: true })).toEqual([
      'permissionMode',
      'effort',
      'fork',
    ])
    expect(unsupported(cli_b, { effort: 'max' })).toEqual(['effort'])
  })
})
