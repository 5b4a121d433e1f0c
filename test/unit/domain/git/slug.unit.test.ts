import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBranchName } from '../../../../src/domain/git/branch.js'
import { numberedSlugs, slugOf, slugOfTitle } from '../../../../src/domain/git/slug.js'

describe('slugOf', () => {
  it.each([
    ['feat/login', 'login'],
    ['Fix/the  login', 'Fix-the-login'],
    ['a\tb\nc\\d', 'a-b-c-d'],
    ['v1.2_x', 'v1.2_x'],
    ['Größe ändern & é', 'Grosse-andern-e'],
    ['../../etc/passwd', 'etc-passwd'],
    ['--upload-pack=x', 'upload-packx'],
    ['a..b...c', 'a.b.c'],
    ['.git', 'git'],
    ['index.lock', 'index'],
    ['x.lock.lock-.', 'x'],
    ['x.LOCK', 'x'],
    ['a\u0000\u001b[31mb', 'a31mb'],
    ['\u202egpj.exe', 'gpj.exe'],
  ])('%j becomes %j', (text, slug) => expect(slugOf(text)).toBe(slug))

  it.each(['', ' ', '/', '..', '---', '-.', '設計', '🚀', 'feat/'])('returns null for %j', (text) =>
    expect(slugOf(text)).toBeNull(),
  )

  it('cuts long texts, and what the cut leaves at the end', () => {
    expect(slugOf('x'.repeat(300))).toBe('x'.repeat(60))
    expect(slugOf(`${'x'.repeat(56)}.lock${'y'.repeat(300)}`)).toBe(`${'x'.repeat(56)}.loc`)
    expect(slugOf(`${'x'.repeat(59)}-${'y'.repeat(300)}`)).toBe('x'.repeat(59))
  })

  it('is always a name that git and the file system accept, and stable', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.string({
        unit: fc.constantFrom('a', 'B', '.', '-', '_', '/', ' ', '@', '{', '~', '.lock', 'feat/'),
        maxLength: 40,
      }),
    )
    fc.assert(
      fc.property(text, (given) => {
        const slug = slugOf(given)
        if (slug === null) return
        expect(slug).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,59}$/)
        expect([isBranchName(`feat/${slug}`), slugOf(slug)]).toEqual([true, slug])
      }),
      { numRuns: 2000 },
    )
  })
})

it('a title becomes a slug in lower case, and never nothing', () => {
  expect(slugOfTitle('Fix the Login')).toBe('fix-the-login')
  expect(slugOfTitle('設計')).toBe('lane')
})

it('fifty names are tried', () => {
  const slugs = numberedSlugs('x')
  expect([slugs[0], slugs[1], slugs.at(-1), new Set(slugs).size]).toEqual(['x', 'x-2', 'x-50', 50])
})
