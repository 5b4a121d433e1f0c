import { describe, expect, it } from 'vitest'
import { dialogOf } from '../../../../src/domain/run/dialog.js'
import { promptIdentity } from '../../../../src/domain/run/answer.js'
import { type Prompt, promptOn } from '../../../../src/domain/run/prompt.js'
import { readScreen } from '../../../../src/domain/run/screen.js'
import type { Provider } from '../../../../src/domain/tools/catalog.js'
import { screenOf } from '../../../support/domain/screens.js'

const providerOf = (name: string): Provider => (name.startsWith('codex') ? 'codex' : 'claude')
const read = (name: string): Prompt | null => promptOn(screenOf(name), providerOf(name))
const on = (text: string, provider: Provider = 'claude'): Prompt | null => promptOn(readScreen(text), provider)
/** Options in one line each: `1 Yes`, with `L` for lasting and `T` for text. */
const options = (prompt: Prompt | null) =>
  prompt?.options.map(
    ({ number, label, lasting, takesText }) =>
      `${number ?? '-'} ${label}${lasting ? ' L' : ''}${takesText ? ' T' : ''}`,
  )
const RULE = '─'.repeat(60)
const asks = (...lines: readonly string[]): string => [RULE, ...lines].join('\n')

describe('a dialog that an agent starts with', () => {
  const names: readonly (readonly [name: string, kind: string, text: string])[] = [
    ['claude-trust', 'trust', 'Accessing workspace: /home/ada/project Quick safety'],
    ['claude-bypass', 'bypass', 'WARNING: Claude Code running in Bypass Perm'],
    ['claude-key', 'other', 'Detected a custom API key in your environment'],
    ['codex-trust', 'trust', 'Folder access /home/ada/project Trust this folder?'],
  ]
  it.each([
    ...names.flatMap(([name, ...rest]) => [45, 80, 200].map((width) => [`${name}-${width}`, ...rest] as const)),
    ...[45, 80].map((width) => [`codex-hooks-${width}`, 'hooks', 'Hooks need review 1'] as const),
    ...[45, 100].flatMap((width) => [
      [`claude-332-trust-${width}`, 'trust', 'Accessing workspace: /home/ada/project Quick'] as const,
      [`claude-332-bypass-${width}`, 'bypass', 'WARNING: Claude Code running in Bypass Perm'] as const,
      [`claude-332-key-${width}`, 'other', 'Detected a custom API key in your environment'] as const,
      [`claude-332-adddir-${width}`, 'trust', 'Adding a new directory: /tmp'] as const,
      [`codex-login-${width}`, 'login', 'Welcome to Codex'] as const,
    ]),
  ])('is recognised at any width: %s', (name, kind, text) => {
    const prompt = read(name)
    expect(prompt).not.toBeNull()
    const dialog = dialogOf(prompt ?? { kind: '', text: '' })
    expect(dialog.kind).toBe(kind)
    expect(dialog.text).toContain(text.replace(/ 1$/, ''))
  })

  it('keeps neither control characters nor long texts in a row of the lanes', () => {
    const prompt = on(asks(`\u001b[31m${'x'.repeat(900)}\u0007`, ' ❯ 1. Yes', '   2. No', '', ' Enter to confirm'))
    expect(dialogOf(prompt ?? { kind: '', text: '' })).toMatchObject({ kind: 'other' })
    expect(dialogOf(prompt ?? { kind: '', text: '' }).text).toMatch(/^x{499}…$/)
  })

  it('is named by its options, not by a directory that it quotes', () => {
    const { lines } = screenOf('claude-trust-80')
    const quoting = lines.join('\n').replace('/home/ada/project', '/home/ada/Review hooks Yes, I accept')
    expect(on(quoting)?.kind).toBe('trust')
  })

  it('without numbers has its options, but cannot be answered by a number', () => {
    expect(options(read('claude-332-trust-100'))).toEqual(['- No, exit', '- Yes, I trust this folder L'])
    expect(options(read('claude-332-key-45'))).toEqual(['- Yes', '- No (recommended)'])
    expect(options(read('claude-332-auto-100'))).toEqual([
      '- Yes, set auto mode as my default permission mode L',
      '- No, keep manual mode',
    ])
    expect(options(read('claude-332-first-45'))?.[1]).toBe('- Dark mode')
    for (const name of [
      '332-trust-45',
      '332-bypass-100',
      '332-adddir-100',
      '332-auto-100',
      '332-first-100',
      '197-first-45',
    ])
      expect(read(`claude-${name}`), name).toMatchObject({ isAnswerable: false })
  })
})

describe('what an agent asks in its session', () => {
  const bash = ['1 Yes', '2 Yes, and don’t ask again for: git tag * L', '3 No']
  const fetches = [
    '1 Yes',
    "2 Yes, and don't ask again for example.com L",
    '3 No, and tell Claude what to do differently (esc) T',
  ]
  it.each([
    ['claude-197-bash', 'permission', bash],
    ['claude-332-bash', 'permission', bash],
    ['claude-332-bashlong', 'permission', ['1 Yes', '2 No']],
    ['claude-332-webfetch', 'permission', fetches],
    ['claude-197-plan', 'plan', ['1 Yes', '2 No']],
    ['claude-332-plan', 'plan', ['1 Yes, and switch to default (ask each time) for this session L', '2 No']],
    ['claude-197-ask', 'question', ['1 Red', '2 Blue', '3 Type something. T', '4 Chat about this T']],
    ['claude-332-ask', 'question', ['1 Red', '2 Blue', '3 Type something. T', '4 Chat about this T']],
    ['claude-332-switch', 'other', ['1 Yes, switch to Opus 5.5', '2 No, go back']],
    ['claude-332-exitbg', 'other', ['1 Exit and stop tasks', '2 Move to background and exit', '3 Stay']],
    [
      'claude-332-write',
      'permission',
      [
        '1 Yes',
        '2 Yes, and switch to accept edits (auto-approve file edits and common file commands) for this session (shift+tab) L',
        '3 No',
      ],
    ],
    ['claude-197-askmany-submit', 'question', ['1 Submit answers', '2 Cancel']],
  ] as const)('has its options in its order and with its numbers, at any width: %s', (name, kind, expected) => {
    for (const width of [45, 100]) {
      const prompt = read(`${name}-${width}`)
      expect(options(prompt), String(width)).toEqual(expected)
      expect(prompt).toMatchObject({ kind, cursor: 0, isAnswerable: true })
    }
  })

  it('is an approval of Codex', () => {
    for (const width of [45, 80]) {
      const prompt = read(`codex-permission-${width}`)
      expect(prompt).toMatchObject({ kind: 'permission', cursor: 0, isAnswerable: true })
      expect(prompt?.text.replace(/\s+/g, ' ')).toMatch(
        /^Would you like to run the following command\?.*\$ touch \/etc\/xx$/,
      )
      expect(options(prompt)).toEqual([
        '1 Yes, proceed (y)',
        "2 Yes, and don't ask again for commands that start with `touch /etc/xx` (p) L",
        '3 No, and tell Codex what to do differently (esc) T',
      ])
    }
  })

  it('has descriptions, and boxes that are checked one by one', () => {
    expect(read('claude-332-ask-100')?.options.map(({ description }) => description)).toEqual(['warm', 'cold', '', ''])
    expect(options(read('claude-197-askmany2-checked-100'))).toEqual([
      '1 [ ] Red',
      '2 [✔] Blue',
      '3 [ ] Green',
      '4 [ ] Black',
      '5 [ ] Type something',
      '- Submit',
      '6 Chat about this T',
    ])
  })

  it('says the whole command, with hidden characters made visible', () => {
    const prompt = read('claude-332-bashlong-45')
    expect(prompt?.text).toContain('touch made.txt && for i in 1 2 3; do\n  echo "hello $i" >> made.txt\ndone')
    const hidden = on(
      asks(
        ' Bash command',
        '',
        '   echo \u202etxt.exe\u200b',
        '',
        ' Do you want to proceed?',
        ' ❯ 1. Yes',
        '   2. No\u202e',
      ),
    )
    expect(hidden?.text).toContain('echo <U+202E>txt.exe<U+200B>')
    expect(hidden?.options[1]?.label).toBe('No<U+202E>')
  })

  it.each([
    ['a menu of the CLI without a list', 'claude-332-permissions-100'],
    ['a search', 'claude-332-resume-100'],
  ])('without options is text: %s', (_, name) =>
    expect(read(name)).toMatchObject({ kind: 'other', options: [], isAnswerable: false }),
  )
})

describe('a list that cannot be read for certain is not answerable', () => {
  const list = [' ❯ 1. Yes', '   2. No']
  const title = [' Bash command', '', '   touch x', '', ' Do you want to proceed?']
  it.each([
    ['a description that looks like an option', [...title, ' ❯ 1. Yes', '   2. Yes, always', '   2. No']],
    ['a description that looks like the first option', [...title, ' ❯ 1. No', '   1. Yes', '   2. Maybe']],
    ['a second cursor', [...title, ...list, ' ❯ 3. Maybe']],
    ['a number is missing', [...title, ' ❯ 1. Yes', '   3. No']],
    ['a command that looks like an option', [' Bash command', '', '   1. Yes', '', ' Proceed?', ...list]],
    ['text below that names no keys', [...title, ...list, '', '  some output', '  more', '  and more', '  and more']],
    ['nothing says what is asked', list],
    ['options are below a small pane', [...title, ' ❯ 1. Yes', '   2. Yes, always', ' ↓ 3. No']],
  ])('%s', (_, lines) => expect(on(asks(...lines))?.isAnswerable ?? false).toBe(false))

  it('has no options then, so that none is shown with a wrong number', () => {
    const scrolled = [
      ' ☐ Colour',
      '',
      'Which colour?',
      '',
      '❯ 1. Red',
      '     warm',
      '↓ 2. Blue',
      RULE,
      '  4. Chat about this',
    ]
    const keys = ['', ' ↑ 1 more line', 'Enter to select · Esc to cancel']
    expect(on(asks(...scrolled, ...keys))).toMatchObject({ kind: 'question', options: [], isAnswerable: false })
    const lower = [' ☐ Colour', '', '↑ 2. Blue', '❯ 3. Type something.', RULE, '  4. Chat about this', ...keys]
    expect(on(asks(...lower))?.options ?? []).toEqual([])
  })

  it('its border has scrolled out of the pane', () =>
    expect(on(['   touch x', '', ' Do you want to proceed?', ...list, '', ' Esc to cancel'].join('\n'))).toMatchObject({
      isAnswerable: false,
    }))

  it('but a numbered plan in a frame is', () => {
    const frame = '╌'.repeat(60)
    expect(
      on(asks(' Ready to code?', frame, '   1. Read', '   2. Write', frame, ' Would you like to proceed?', ...list)),
    ).toMatchObject({
      kind: 'plan',
      isAnswerable: true,
    })
  })
})

it.each(['claude-197-bash', 'claude-332-bash', 'claude-332-write', 'claude-332-ask', 'claude-332-bashlong'])(
  'a prompt is the same one at any width: %s',
  (name) => {
    const [wide, narrow] = [read(`${name}-100`), read(`${name}-45`)]
    expect(wide !== null && narrow !== null && promptIdentity('a', wide) === promptIdentity('a', narrow)).toBe(true)
    expect(wide !== null && promptIdentity('a', wide) === promptIdentity('b', wide)).toBe(false)
  },
)

describe('nothing is asked', () => {
  it.each([
    'claude-idle-80',
    'claude-typed-80',
    'claude-after-45',
    'claude-332-busy-45',
    'claude-332-queued-100',
    'claude-332-slash-100',
    'claude-332-bashmode-100',
    'claude-332-parked-45',
    'claude-197-parked-100',
    'codex-ready-80',
    'codex-typed-80',
    'codex-busy-45',
    'codex-after-80',
    'codex-queued-100',
  ])('while the agent works or waits for a prompt: %s', (name) => expect(read(name)).toBeNull())

  it('by a list in an answer, in the input line, or in what was sent', () => {
    expect(read('claude-332-hostile-100')).toBeNull()
    const list = '1. Yes\n  2. No\n\n  Enter to confirm · Esc to cancel'
    expect(on(`${RULE}\n❯\u00a0${list}\n${RULE}\n  ? for shortcuts`)).toBeNull()
    expect(on(`› ${list}\n\n› \u001b[2mAsk Codex to do anything\u001b[0m\n\n  gpt-5-codex`, 'codex')).toBeNull()
    expect(on(`● ❯ 1. Yes\n  2. No`)).toBeNull()
    expect(on('')).toBeNull()
  })
})
