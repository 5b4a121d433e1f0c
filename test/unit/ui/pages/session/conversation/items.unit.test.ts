import { describe, expect, it } from 'vitest'
import { commandOf } from '../../../../../../ui/src/pages/session/conversation/tools/command.js'
import { diffLines, diffOf, diffSize } from '../../../../../../ui/src/pages/session/conversation/tools/diff.js'
import { itemsOf, placeOfLine } from '../../../../../../ui/src/pages/session/conversation/items.js'
import { argumentOf } from '../../../../../../ui/src/kit/tool-argument.js'
import { pathsWithin, within } from '../../../../../../ui/src/kit/within.js'
import { message } from '../../../../../support/ui/rows.js'

const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } } as const
const result = { type: 'tool_result', id: 't1', output: 'a.txt' } as const

const say = (line: number, sender: 'user' | 'assistant') => message(line, [{ type: 'text', text: 'x' }], { sender })

const text = (before: string, after: string) => diffLines(before, after).map(({ mark, text: line }) => `${mark}${line}`)

describe('the items of a conversation', () => {
  it('attach a result to its call and omit the message that contained it', () => {
    const items = itemsOf([message(1, [call]), message(2, [result], { type: 'user', sender: 'tool' })])
    expect(items.map((item) => item.parts)).toEqual([
      [{ type: 'call', id: 't1', name: 'Bash', input: { command: 'ls' }, result, line: 1, resultLine: 2 }],
    ])
  })

  it('show a result on its own while its call is not loaded', () => {
    const [item] = itemsOf([message(2, [result], { type: 'user', sender: 'tool' })])
    expect(item?.parts).toEqual([result])
  })

  it('are found by their own line or by the line of their result', () => {
    const items = itemsOf([say(1, 'user'), message(2, [call]), say(3, 'assistant'), message(4, [result])])
    expect([1, 2, 3, 4].map((line) => placeOfLine(items, line))).toEqual([0, 1, 2, 1])
  })

  it('include a thinking block without text', () =>
    expect(itemsOf([message(1, [{ type: 'thinking' }])]).map((item) => item.parts)).toEqual([[{ type: 'thinking' }]]))

  it('show the sender once for consecutive messages', () => {
    const items = itemsOf([say(1, 'user'), say(2, 'assistant'), say(3, 'assistant')])
    expect(items.map((item) => item.opens)).toEqual([true, true, false])
  })

  it('omit messages without text, and keep session events', () => {
    const items = itemsOf([
      message(1, [{ type: 'text', text: '  ' }]),
      message(2, [], { type: 'compaction', sender: 'system' }),
    ])
    expect(items.map((item) => item.key)).toEqual(['2'])
  })
})

describe('a diff', () => {
  it('keeps the common lines and shows removed before added', () =>
    expect(text('a\nb\nc', 'a\nx\nc')).toEqual([' a', '-b', '+x', ' c']))
  it('of a new text has only added lines', () => expect(text('', 'a\nb\n')).toEqual(['+a', '+b']))
  it('of equal texts has no changes', () =>
    expect(diffSize(diffLines('a\nb', 'a\nb'))).toEqual({ added: 0, removed: 0 }))
  it('of very long texts removes all old lines and adds all new ones', () => {
    const huge = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n')
    expect(diffSize(diffLines(huge, `${huge}\nend`))).toEqual({ added: 501, removed: 500 })
  })

  it('exists only for calls that change files', () => {
    expect(diffOf('Edit', { file_path: 'a', old_string: 'x', new_string: 'y' })).toHaveLength(2)
    expect(diffOf('Write', { file_path: 'a', content: 'x\ny' })).toHaveLength(2)
    expect(diffOf('MultiEdit', { edits: [{ old_string: 'x', new_string: 'y' }] })).toHaveLength(2)
    expect(diffOf('Edit', { patch: '*** Begin Patch\n*** Update File: a\n-x\n+y\n*** End Patch' })).toHaveLength(3)
    expect(diffOf('Bash', { command: 'ls' })).toBeUndefined()
    expect(diffOf('Edit', { _truncated: '{"old_str' })).toBeUndefined()
  })
})

describe('a tool call in one line', () => {
  it('shows the most specific argument: the command, or the pattern before the path', () => {
    expect(argumentOf({ description: 'List', command: 'ls\n  -l' })).toBe('ls -l')
    expect(argumentOf({ path: 'src', pattern: 'x' })).toBe('x')
    expect(argumentOf({ unknown: 'words' })).toBe('words')
    expect(argumentOf(null)).toBe('')
  })

  it('shows a path relative to the directory of the session', () => {
    expect(within('/home/dev/shop', '/home/dev/shop/src/a.ts')).toBe('src/a.ts')
    expect(within('/home/dev/shop', '/home/dev/shop-api/a.ts')).toBe('/home/dev/shop-api/a.ts')
    expect(within(null, '/home/dev/a.ts')).toBe('/home/dev/a.ts')
  })

  it('shortens every path in a text, but no part of a longer path', () => {
    expect(pathsWithin('/srv/shop', 'Using tool: Read · /srv/shop/src/a.ts')).toBe('Using tool: Read · src/a.ts')
    expect(pathsWithin('/srv/shop', '/srv/shop/a.ts, "/srv/shop/b.ts"')).toBe('a.ts, "b.ts"')
    expect(pathsWithin('/srv/shop', 'cp /mnt/srv/shop/a.ts /srv/shop-api/ /srv/shop')).toBe(
      'cp /mnt/srv/shop/a.ts /srv/shop-api/ /srv/shop',
    )
    expect(pathsWithin(null, 'Read /srv/shop/a.ts')).toBe('Read /srv/shop/a.ts')
  })

  it('removes the shell wrapper that Codex adds to a command', () => {
    expect(commandOf({ command: ['bash', '-lc', 'npm test'] })).toBe('npm test')
    expect(commandOf({ command: ['git', 'status'] })).toBe('git status')
    expect(commandOf({ command: 'ls' })).toBe('ls')
    expect(commandOf({ file_path: 'a' })).toBeUndefined()
  })
})
