import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dialogOn } from '../../../../src/domain/run/dialog.js'

const WIDTHS = [45, 80, 200] as const
/** A screen of the real CLIs, as tmux shows it. */
const screen = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/screens/${name}.txt`, import.meta.url), 'utf8')
const at = (names: readonly string[], widths: readonly number[] = WIDTHS) =>
  names.flatMap((name) => widths.map((width) => `${name}-${width}`))

describe('a dialog on the screen of an agent', () => {
  it.each([
    ...WIDTHS.map(
      (width) => [`claude-trust-${width}`, 'trust', 'Accessing workspace: /home/ada/project Quick safety'] as const,
    ),
    ...WIDTHS.map(
      (width) => [`claude-bypass-${width}`, 'bypass', 'WARNING: Claude Code running in Bypass Perm'] as const,
    ),
    ...WIDTHS.map(
      (width) => [`claude-key-${width}`, 'other', 'Detected a custom API key in your environment'] as const,
    ),
    ...WIDTHS.map(
      (width) => [`codex-trust-${width}`, 'trust', 'Folder access /home/ada/project Trust this folder?'] as const,
    ),
    ...[45, 80].map(
      (width) => [`codex-hooks-${width}`, 'hooks', 'Hooks need review 2 hooks are new or changed.'] as const,
    ),
  ])('is recognised at any width: %s', (name, kind, text) => {
    const dialog = dialogOn(screen(name))
    expect(dialog?.kind).toBe(kind)
    expect(dialog?.text.slice(0, text.length)).toBe(text)
  })

  it.each(at(['claude-idle', 'codex-ready', 'codex-typed', 'codex-busy', 'codex-after', 'claude-typed'], [80]))(
    'is not an agent that works or waits for a prompt: %s',
    (name) => expect(dialogOn(screen(name))).toBeNull(),
  )

  it('is not a list in a prompt or an answer', () => {
    const typed = '❯ 1. first\n  2. second\n──────────────\n  ? for shortcuts'
    expect(dialogOn(typed)).toBeNull()
    const sent = `❯ 1. first\n  2. second\n\n  Esc to cancel\n\n❯ \n  ? for shortcuts`
    expect(dialogOn(sent)).toBeNull()
    expect(dialogOn('')).toBeNull()
  })

  it('keeps neither control characters nor long texts', () => {
    const dialog = dialogOn(`\u001b[31m${'x'.repeat(900)}\u0007\n❯ 1. Yes\n  2. No\n\n Enter to confirm`)
    expect(dialog).toMatchObject({ kind: 'other' })
    expect(dialog?.text).toMatch(/^x{499}…$/)
  })

  it('is named by its options, not by a directory that it quotes', () => {
    const quoting = screen('claude-trust-80').replace('/home/ada/project', '/home/ada/Review hooks Yes, I accept')
    expect(dialogOn(quoting)?.kind).toBe('trust')
  })
})
