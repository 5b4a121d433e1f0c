import { describe, expect, it } from 'vitest'
import type { TranscriptPage } from '../../../../../../ui/src/api/types.js'
import { createFeed, type Cursor } from '../../../../../../ui/src/pages/session/conversation/feed.js'
import { message } from '../../../../../support/ui/rows.js'

/** A conversation of `size` lines, the first `silent` of them no messages, behind the paging of the contract. */
function conversation(size: number, limit: number, silent = 0) {
  const file = { size, asked: [] as Cursor[], broken: false }
  const read = (cursor: Cursor): Promise<TranscriptPage> => {
    file.asked.push(cursor)
    if (file.broken) return Promise.reject(new Error('unreadable'))
    const lines = Array.from({ length: file.size - silent }, (_, index) => silent + index + 1)
    const behind = 'after' in cursor ? lines.filter((line) => line > cursor.after) : []
    const before = 'before' in cursor ? lines.filter((line) => line < cursor.before) : lines
    const page = 'after' in cursor ? behind.slice(0, limit) : before.slice(-limit)
    return Promise.resolve({
      messages: page.map((line) => message(line, [{ type: 'text', text: `line ${line}` }])),
      total: file.size,
      has_more: page.length < ('after' in cursor ? behind : before).length,
      first_line: page[0] ?? 0,
      last_line: page.at(-1) ?? 0,
    })
  }
  return { file, feed: createFeed(read) }
}

type Feed = ReturnType<typeof conversation>['feed']

const lines = (feed: Feed): readonly number[] => feed.state().messages.map(({ line }) => line)

describe('a conversation', () => {
  it('opens at its end', async () => {
    const { feed } = conversation(10, 3)
    await feed.open()
    expect(lines(feed)).toEqual([8, 9, 10])
    expect(feed.state().hasOlder).toBe(true)
  })

  it('grows upward without gaps until its beginning, and says when messages were put in front', async () => {
    const { feed } = conversation(5, 2)
    await feed.open()
    await feed.older()
    expect(feed.state().prepended).toBe(true)
    await feed.older()
    expect(lines(feed)).toEqual([1, 2, 3, 4, 5])
    expect(feed.state().hasOlder).toBe(false)
  })

  it('asks for older messages once, however often the reader scrolls', async () => {
    const { feed, file } = conversation(10, 2)
    await feed.open()
    await Promise.all([feed.older(), feed.older(), feed.older()])
    expect(file.asked).toEqual([{ newest: true }, { before: 9 }])
  })

  it('jumps to its first message with one question, however long it is, and reads on from there', async () => {
    const { feed, file } = conversation(1000, 200)
    await feed.open()
    await feed.beginning()
    expect(file.asked).toEqual([{ newest: true }, { before: 201 }])
    expect(lines(feed).at(0)).toBe(1)
    expect(feed.state()).toMatchObject({ hasOlder: false, hasNewer: true })
    while (feed.state().hasNewer) await Promise.all([feed.later(), feed.later()])
    expect(lines(feed)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1))
  })

  it('finds its first message behind many lines that hold none', async () => {
    const { feed } = conversation(900, 200, 300)
    await feed.open()
    await feed.beginning()
    expect(lines(feed).at(0)).toBe(301)
  })

  it('does not read what is written behind the gap while its beginning is shown', async () => {
    const { feed, file } = conversation(1000, 200)
    await feed.open()
    await feed.beginning()
    file.size = 1001
    await feed.newer()
    expect(lines(feed).at(-1)).toBe(200)
    await feed.open()
    expect(lines(feed).at(-1)).toBe(1001)
    expect(feed.state().hasNewer).toBe(false)
  })

  it.each([
    ['its beginning', (feed: Feed) => feed.beginning()],
    ['a line far before', (feed: Feed) => feed.openAt(300)],
  ])('knows that more follows %s, though its end was just being read on', async (_where, go) => {
    const { feed } = conversation(1000, 200)
    await feed.open()
    await Promise.all([go(feed), feed.newer()])
    expect(feed.state().hasNewer).toBe(true)
  })

  it('stays where it is when its first page cannot be read', async () => {
    const { file, feed } = conversation(7, 2)
    await feed.open()
    file.broken = true
    await feed.beginning()
    expect(lines(feed)).toEqual([6, 7])
    expect(feed.state()).toMatchObject({ hasOlder: true, readingOlder: false })
  })

  it('follows what is written, over several pages, without repeats', async () => {
    const { feed, file } = conversation(3, 2)
    await feed.open()
    file.size = 8
    await Promise.all([feed.newer(), feed.newer()])
    expect(lines(feed)).toEqual([2, 3, 4, 5, 6, 7, 8])
    expect(feed.state().prepended).toBe(false)
  })

  it('that was empty is opened anew when it begins, since behind line 0 means the newest', async () => {
    const { feed, file } = conversation(0, 2)
    await feed.open()
    file.size = 5
    await feed.newer()
    expect(lines(feed)).toEqual([4, 5])
    expect(feed.state().hasOlder).toBe(true)
  })

  it('drops an answer that belongs to the window before it was opened anew', async () => {
    const { feed } = conversation(10, 2)
    await feed.open()
    const late = feed.older()
    await feed.open()
    await late
    expect(lines(feed)).toEqual([9, 10])
  })

  it('opened at a line ends with it, and reads on in both directions', async () => {
    const { feed } = conversation(10, 2)
    await feed.openAt(5)
    expect(lines(feed)).toEqual([4, 5])
    expect(feed.state()).toMatchObject({ hasOlder: true, hasNewer: true })
    await feed.later()
    await feed.older()
    expect(lines(feed)).toEqual([2, 3, 4, 5, 6, 7])
  })

  it('opened at a line that nobody wrote yet shows the newest', async () => {
    const { feed } = conversation(3, 2)
    await feed.openAt(9)
    expect(lines(feed)).toEqual([2, 3])
  })

  it('says why it could not be opened', async () => {
    const feed = createFeed(() => Promise.reject(new Error('gone')))
    await feed.open()
    expect(feed.state()).toMatchObject({ phase: 'failed', error: new Error('gone') })
  })
})
