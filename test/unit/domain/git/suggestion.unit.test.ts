import { describe, expect, it } from 'vitest'
import { messageIn, questionFor, type StagedFile } from '../../../../src/domain/git/suggestion.js'

const file = (path: string, more: Partial<StagedFile> = {}): StagedFile => ({
  path,
  from: null,
  status: 'M',
  added: 1,
  deleted: 1,
  patch: `@@ -1 +1 @@\n-old\n+content of ${path}\n`,
  leadsToSecret: false,
  ...more,
})
const asked = (...files: readonly StagedFile[]): string => questionFor({ files, subjects: [] })

describe('a question for a message', () => {
  it('has the changes, and the earlier subjects as a style', () => {
    const question = questionFor({
      files: [file('src/cart.ts')],
      subjects: ['cart: add gift cards', 'docs: fix a link'],
    })
    expect(question).toContain('- cart: add gift cards\n- docs: fix a link\n')
    expect(question).toContain('M src/cart.ts (+1 -1)\n@@ -1 +1 @@\n-old\n+content of src/cart.ts\n')
  })

  it.each([
    ['settings.local.json'],
    ['a/.claude/Settings.Local.JSON'],
    ['.env'],
    ['api/.env.production'],
    ['tls/server.pem'],
    ['id_ed25519'],
    ['.npmrc'],
  ])('names %s without its content', (path) => {
    const question = asked(file(path), file('b.txt'))
    expect(question).toContain(`M ${path} (+1 -1)\n[content not shown]\n`)
    expect(question).not.toContain(`content of ${path}`)
    expect(question).toContain('content of b.txt')
  })

  it('has no content of a file that was or leads to a secret one, but that of samples', () => {
    const question = asked(
      file('copy.json', { from: 'settings.local.json', status: 'R' }),
      file('link', { leadsToSecret: true }),
      file('.env.example'),
    )
    expect(question).not.toMatch(/content of (?:copy|link)/)
    expect(question).toContain('content of .env.example')
  })

  it('is limited for each file and in total', () => {
    const files = Array.from({ length: 400 }, (_, n) => file(`${n}.txt`, { patch: `${'x'.repeat(20_000)}\n` }))
    const question = asked(...files)
    expect(question.length).toBeLessThan(120_000)
    expect(question).toContain(`0.txt (+1 -1)\n${'x'.repeat(16_384)}\n[shortened]\n`)
    expect(question).toContain('[100 more files]')
    expect(asked(file('a', { patch: null }))).toContain('[shortened]')
  })

  it('mentions no file that an agent would read, and has no control characters', () => {
    const question = asked(file('a.txt', { patch: '@@ -1 +1 @@\n+see @/etc/hosts and @"b c"\u001b[31m\u0007\n' }))
    expect(question).toContain('@@ -1 +1 @@\n+see @\u200b/etc/hosts and @\u200b"b c"\n')
  })
})

describe('the message in an answer', () => {
  it.each([
    ['cart: fix it\n', 'cart: fix it'],
    ['\u001b[1mcart: fix it\u001b[0m  \r\n\r\nBecause.\r\n', 'cart: fix it\n\nBecause.'],
    ['```\ncart: fix it\n```\n', 'cart: fix it'],
    ['```text\ncart: fix it\n\nBecause.\n```', 'cart: fix it\n\nBecause.'],
    ['mention @\u200bada', 'mention @ada'],
    [' \n\t\n', null],
    ['```\n```', null],
  ])('of %j is %j', (answer, message) => {
    expect(messageIn(answer)).toBe(message)
  })

  it('is limited', () => {
    expect(messageIn('x'.repeat(100_000))).toHaveLength(8192)
  })
})
