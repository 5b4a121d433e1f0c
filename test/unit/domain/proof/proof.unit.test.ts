import { describe, expect, it } from 'vitest'
import {
  freeName,
  isImageContent,
  isProofName,
  proofFeatures,
  proofTypeOf,
  readDeletion,
} from '../../../../src/domain/proof/proof.js'

const file = (path: string, seconds = 1) => {
  const [slug = '', group = '', name = ''] = path.split('/')
  return { slug, group, file: name, mtime: seconds * 1000 + 999 }
}

describe('the proof features of a lane', () => {
  it('have their images by group, their report, and the time of their newest file', () => {
    const files = [
      file('cart/before/b.png', 5),
      file('cart/before/a.JPG', 9),
      file('cart/before/notes.html'),
      file('cart/after/c.jpeg'),
      file('cart/ticket/report.html'),
      file('cart/ticket/index.html', 7),
    ]
    const groups = { after: ['c.jpeg'], before: ['a.JPG', 'b.png'] }
    expect(proofFeatures(files, [])).toEqual([{ slug: 'cart', groups, ticket_report: 'ticket/index.html', mtime: 9 }])
  })

  it('are listed newest first, also those without files', () => {
    const features = proofFeatures([file('old/a/a.png', 1), file('new/a/a.png', 2)], ['none', 'old'])
    expect(features.map(({ slug, mtime }) => [slug, mtime])).toEqual([
      ['new', 2],
      ['old', 1],
      ['none', 0],
    ])
  })
})

describe('names', () => {
  it.each(['a', 'A-1_b.png', '...', '.hidden', 'x'.repeat(128)])('%j is one', (name) => {
    expect(isProofName(name)).toBe(true)
  })
  it.each(['', '.', '..', 'a/b', 'a\\b', 'a b', 'ä', 'a\n', 'x'.repeat(129), 7, null])('%j is refused', (name) => {
    expect(isProofName(name)).toBe(false)
  })
  it.each([
    ['a.png', 'image/png'],
    ['a.JPEG', 'image/jpeg'],
    ['a.html', 'text/html; charset=utf-8'],
    ['a.svg', null],
    ['png', null],
    ['a.png.', null],
  ])('%j has the type %j', (name, type) => {
    expect(proofTypeOf(name)).toBe(type)
  })
  it('of new images get a number if they are in use', () => {
    const used = new Set(['a.png', 'a-2.png', `${'x'.repeat(124)}.png`])
    const free = (name: string) => freeName(name, (candidate) => used.has(candidate))
    expect([free('b.png'), free('a.png'), free(`${'x'.repeat(124)}.png`)]).toEqual(['b.png', 'a-3.png', null])
  })
})

it('an image starts with the signature of its type', () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])
  const cases = [
    ['a.png', png],
    ['a.jpg', jpeg],
    ['a.png', jpeg],
    ['a.html', png],
    ['a.png', png.subarray(0, 7)],
  ] as const
  expect(cases.map(([name, bytes]) => isImageContent(name, bytes))).toEqual([true, true, false, false, false])
})

describe('a deletion', () => {
  it.each([
    [{}, { of: 'all' }],
    [{ group: 'before' }, { of: 'group', group: 'before' }],
    [
      { group: 'before', images: ['a.png'] },
      { of: 'images', group: 'before', images: ['a.png'] },
    ],
    [{ group: 'ticket' }, null],
    [{ group: 'Ticket', images: ['a.png'] }, null],
    [{ group: '..' }, null],
    [{ group: 'before', images: ['../a.png'] }, null],
    [{ group: 'before', images: 'a.png' }, null],
    [{ images: ['a.png'] }, null],
  ])('%j means %j', (body, deletion) => {
    expect(readDeletion(body)).toEqual(deletion)
  })
})
