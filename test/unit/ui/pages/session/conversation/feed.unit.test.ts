import { describe, expect, it } from 'vitest'
import type { TranscriptPage } from '../../../../../../ui/src/api/types.js'
import { createFeed, type Cursor } from '../../../../../../ui/src/pages/session/conversation/feed.js'
import { message } from '../../../../../support/ui/rows.js'

/** Creates a feed of a conversation of `size` lines, of which the first `silent` are no messages. Pages like the API. */
function conversation(size: number, limit: number, silent = 0) {
  const file = { size, asked: [] as Cursor[], broken: false, fromHooks: false }
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
      from_hooks: file.fromHooks,
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

  it('is read again when a transcript takes the place of hooks, whose lines are numbered differently', async () => {
    const { file, feed } = conversation(10, 3)
    file.fromHooks = true
    await feed.open()
    expect(feed.state().fromHooks).toBe(true)
    Object.assign(file, { fromHooks: false, size: 4 })
    await feed.newer()
    expect(feed.state().fromHooks).toBe(false)
    expect(lines(feed)).toEqual([2, 3, 4])
  })

  it('loads older messages without gaps up to its start, and reports that it prepended them', async () => {
    const { feed } = conversation(5, 2)
    await feed.open()
    await feed.older()
    expect(feed.state().prepended).toBe(true)
    await feed.older()
    expect(lines(feed)).toEqual([1, 2, 3, 4, 5])
    expect(feed.state().hasOlder).toBe(false)
  })

  it('requests older messages once, however often the user scrolls', async () => {
    const { feed, file } = conversation(10, 2)
    await feed.open()
    await Promise.all([feed.older(), feed.older(), feed.older()])
    expect(file.asked).toEqual([{ newest: true }, { before: 9 }])
  })

  it('jumps to its first message with one request, and continues from there', async () => {
    const { feed, file } = conversation(1000, 200)
    await feed.open()
    await feed.beginning()
    expect(file.asked).toEqual([{ newest: true }, { before: 201 }])
    expect(lines(feed).at(0)).toBe(1)
    expect(feed.state()).toMatchObject({ hasOlder: false, hasNewer: true })
    while (feed.state().hasNewer) await Promise.all([feed.later(), feed.later()])
    expect(lines(feed)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1))
  })

  it('finds its first message after many lines without messages', async () => {
    const { feed } = conversation(900, 200, 300)
    await feed.open()
    await feed.beginning()
    expect(lines(feed).at(0)).toBe(301)
  })

  it('does not load new messages while its start is shown and a gap follows', async () => {
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
  ])('has newer messages after a jump to %s during a load of new ones', async (_where, go) => {
    const { feed } = conversation(1000, 200)
    await feed.open()
    await Promise.all([go(feed), feed.newer()])
    expect(feed.state().hasNewer).toBe(true)
  })

  it('keeps its messages when its first page cannot be loaded', async () => {
    const { file, feed } = conversation(7, 2)
    await feed.open()
    file.broken = true
    await feed.beginning()
    expect(lines(feed)).toEqual([6, 7])
    expect(feed.state()).toMatchObject({ hasOlder: true, readingOlder: false })
  })

  it('follows new messages over several pages without duplicates', async () => {
    const { feed, file } = conversation(3, 2)
    await feed.open()
    file.size = 8
    await Promise.all([feed.newer(), feed.newer()])
    expect(lines(feed)).toEqual([2, 3, 4, 5, 6, 7, 8])
    expect(feed.state().prepended).toBe(false)
  })

  it('that was empty reopens at its end when messages arrive', async () => {
    const { feed, file } = conversation(0, 2)
    await feed.open()
    file.size = 5
    await feed.newer()
    expect(lines(feed)).toEqual([4, 5])
    expect(feed.state().hasOlder).toBe(true)
  })

  it('drops a response to a request from before it was reopened', async () => {
    const { feed } = conversation(10, 2)
    await feed.open()
    const late = feed.older()
    await feed.open()
    await late
    expect(lines(feed)).toEqual([9, 10])
  })

  it('opened at a line ends there, and loads in both directions', async () => {
    const { feed } = conversation(10, 2)
    await feed.openAt(5)
    expect(lines(feed)).toEqual([4, 5])
    expect(feed.state()).toMatchObject({ hasOlder: true, hasNewer: true })
    await feed.later()
    await feed.older()
    expect(lines(feed)).toEqual([2, 3, 4, 5, 6, 7])
  })

  it('opened at a line that does not exist yet shows the newest messages', async () => {
    const { feed } = conversation(3, 2)
    await feed.openAt(9)
    expect(lines(feed)).toEqual([2, 3])
  })

  it('reports why it could not be opened', async () => {
    const feed = createFeed(() => Promise.reject(new Error('gone')))
    await feed.open()
    expect(feed.state()).toMatchObject({ phase: 'failed', error: new Error('gone') })
  })
})
