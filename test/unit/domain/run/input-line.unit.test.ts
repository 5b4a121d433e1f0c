import { describe, expect, it } from 'vitest'
import { inputLineOf, isAgentView, showsText } from '../../../../src/domain/run/input-line.js'
import { readScreen } from '../../../../src/domain/run/screen.js'
import type { Provider } from '../../../../src/domain/tools/catalog.js'
import { screenOf } from '../../../support/domain/screens.js'

const textOn = (name: string): string | undefined =>
  inputLineOf(screenOf(name), name.startsWith('codex') ? 'codex' : 'claude')?.text
const on = (text: string, provider: Provider = 'claude') => inputLineOf(readScreen(text), provider)?.text
const RULE = '─'.repeat(40)
const input = (...lines: readonly string[]): string => ['● hello', RULE, ...lines, RULE, '  ? for shortcuts'].join('\n')

describe('the input line of an agent', () => {
  it.each([
    ['claude-idle-45', ''],
    ['claude-332-busy-45', ''],
    ['claude-332-draft-45', 'a half typed draft'],
    ['claude-332-pasted2-100', 'one\ntwo'],
    ['claude-332-pasted7-100', '[Pasted text #1 +6 lines]'],
    ['claude-332-slash-100', '/'],
    ['claude-332-hostile-100', ''],
    ['claude-332-queued-100', ''],
    ['codex-ready-45', ''],
    ['codex-busy-80', ''],
    ['codex-typed-45', 'hello'],
    ['codex-pasted3-100', 'one\ntwo\nthree'],
    ['codex-pasted3000-100', '[Pasted Content 3000 chars]'],
    ['codex-queued-100', ''],
  ])('has what was not sent: %s', (name, text) => expect(textOn(name)).toBe(text))

  it.each([
    'claude-332-trust-100',
    'claude-332-key-45',
    'claude-332-ask-100',
    'claude-197-askmany2-45',
    'claude-332-permissions-100',
    'claude-332-bashmode-100',
    'claude-332-first-100',
    'claude-332-auto-100',
    'claude-332-parked-100',
    'claude-197-parked-45',
    'codex-permission-45',
    'codex-hooks-80',
    'codex-login-100',
  ])('is not there: %s', (name) => expect(textOn(name)).toBeUndefined())

  it('is not a prompt of a shell, a quoted one, or a line that was sent', () => {
    expect(on('ada@vm ~ ❯ ls\n❯ ')).toBeUndefined()
    expect(on(`  ${RULE}\n  ❯ \n  ${RULE}`)).toBeUndefined()
    expect(on('\u001b[1;2m› \u001b[0mhello\n\n• Working', 'codex')).toBeUndefined()
  })

  it('has no text while it shows a placeholder, also where the cursor is on it', () => {
    expect(on(input('❯\u00a0\u001b[7mT\u001b[0;2mry "fix the tests"\u001b[0m'))).toBe('')
    expect(on(input('❯\u00a0Press up to edit queued messages'))).toBe('')
    expect(on(input('❯\u00a0fix\u001b[7m \u001b[0;2mthe tests\u001b[0m'))).toBe('fix')
    expect(on(input('❯\u00a0\u001b[7mT\u001b[0m'))).toBe('T')
    expect(on(input('❯ 1. Yes', '  2. No'))).toBe('1. Yes\n2. No')
  })

  it('can have a name in its border', () => {
    const named = `${'─'.repeat(30)} shop ──`
    expect(on([named, '❯ hello', RULE].join('\n'))).toBe('hello')
  })
})

it('the list of background sessions is not the session', () => {
  expect(isAgentView(screenOf('claude-332-parked-45'))).toBe(true)
  expect(isAgentView(screenOf('claude-197-parked-100'))).toBe(true)
  expect(isAgentView(screenOf('claude-332-busy-45'))).toBe(false)
})

describe('a text is in the input line', () => {
  const shows = (shown: string, text: string) => showsText({ row: 0, text: shown }, text)
  it('in full, in part, or as a placeholder', () => {
    expect(shows('it is\nhere', 'it  is here')).toBe(true)
    expect(shows('[Pasted text #12 +6 lines]', 'x')).toBe(true)
    expect(shows('[Pasted Content 3000 chars]', 'x')).toBe(true)
    expect(shows('the part of the text that fits', `${'x'.repeat(90)} the part of the text that fits`)).toBe(true)
    expect(shows('❤ é', '❤\ufe0f e\u0301')).toBe(true)
  })
  it('and not another one, or with one before it', () => {
    expect(shows('', 'x')).toBe(false)
    expect(shows('yes', 'yes please')).toBe(false)
    expect(shows('draft [Pasted text #1]', 'x')).toBe(false)
    expect(shows('draft hello', 'hello')).toBe(false)
  })
})
