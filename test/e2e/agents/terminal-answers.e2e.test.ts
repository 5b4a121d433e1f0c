import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { findClis } from '../../support/agents/clis.js'
import { CLAUDE_MODEL } from '../../support/agents/run.js'
import { openTerminal, type Terminal } from '../../support/agents/tmux.js'
import { watchAgents } from '../../support/agents/watched.js'
import { scripted } from '../../support/stub-model/script.js'

const clis = findClis()
const limit = 180_000
const { home, situated } = watchAgents(clis)

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'test' } })
const question = {
  tool: 'AskUserQuestion',
  input: {
    questions: [
      {
        question: 'Which colour?',
        header: 'Colour',
        multiSelect: false,
        options: [
          { label: 'Red', description: 'warm' },
          { label: 'Blue', description: 'cold' },
        ],
      },
    ],
  },
}

/** Runs `work` in an interactive CLI that asks for permission before each tool call. */
const inTerminal = async (work: (terminal: Terminal) => Promise<void>): Promise<void> => {
  const terminal = openTerminal(home(), [clis?.claude ?? '', '--model', CLAUDE_MODEL])
  try {
    await terminal.shows('for shortcuts')
    await situated('ready')
    await work(terminal)
  } finally {
    terminal.close()
  }
}

// No hook fires for these actions; the service reads them from the CLI's status file.
describe.skipIf(clis === null)('user input in the terminal of the real Claude Code', () => {
  beforeEach(() => {
    const settings = join(home().claudeHome, 'settings.json')
    const before = JSON.parse(readFileSync(settings, 'utf8')) as Record<string, unknown>
    writeFileSync(settings, JSON.stringify({ ...before, permissions: { allow: [], defaultMode: 'default' } }))
  })

  it(
    'Esc before the first output interrupts the session',
    () =>
      inTerminal(async (terminal) => {
        await terminal.say(scripted('slow', [{ delay: 60_000, text: 'never' }]))
        await situated('working')
        terminal.press('Escape')
        expect(await situated('interrupted')).toMatchObject({
          awaiting_reason: 'interrupted',
          situation_event_type: 'CliStatus',
        })
      }),
    limit,
  )

  it(
    'rejecting a permission prompt interrupts the session',
    () =>
      inTerminal(async (terminal) => {
        await terminal.say(scripted('make it', [bash('touch a.txt'), { text: 'made' }]))
        await situated('needs_you')
        await terminal.answers('1. Yes', 'Escape')
        expect(await situated('interrupted')).toMatchObject({ awaiting_reason: 'interrupted' })
      }),
    limit,
  )

  it(
    'approving a permission sets the session to working before the tool ends',
    () =>
      inTerminal(async (terminal) => {
        await terminal.say(scripted('run it', [bash('touch a.txt; sleep 60'), { text: 'made' }]))
        await situated('needs_you')
        await terminal.answers('1. Yes', 'Enter')
        expect(await situated('working')).toMatchObject({ awaiting_reason: null })
        // Otherwise the command would outlive the test.
        terminal.press('Escape')
        await situated('interrupted')
      }),
    limit,
  )

  it(
    'answering a question sets the session to working',
    () =>
      inTerminal(async (terminal) => {
        await terminal.say(scripted('ask', [question, { delay: 60_000, text: 'never' }]))
        await situated('needs_you')
        await terminal.answers('1. Red', 'Enter')
        expect(await situated('working')).toMatchObject({ awaiting_reason: null })
      }),
    limit,
  )
})
