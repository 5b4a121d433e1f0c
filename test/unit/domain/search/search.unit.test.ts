import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { snippetOf } from '../../../../src/domain/search/snippet.js'
import { indexedText, spokenText } from '../../../../src/domain/search/spoken-text.js'
import { folded, type Wanted, wantedIn } from '../../../../src/domain/search/words.js'

describe('a search query', () => {
  it.each<[string, (Pick<Wanted, 'phrases' | 'begun'> & Partial<Wanted>) | null]>([
    ['Retry', { phrases: [['retry']], begun: true }],
    ['retry ', { phrases: [['retry']], begun: false }],
    ['fix the Test', { phrases: [['fix'], ['the'], ['test']], begun: true }],
    ['"fix the" test', { phrases: [['fix', 'the'], ['test']], begun: true }],
    ['test "fix the"', { phrases: [['test'], ['fix', 'the']], begun: false }],
    ['"not closed', { phrases: [['not', 'closed']], begun: false }],
    ['src/domain/Text.ts', { phrases: [['src', 'domain', 'text', 'ts']], begun: true }],
    ['größe Ärger', { phrases: [['große'], ['arger']], begun: true }],
    ['a', { phrases: [['a']], begun: false }],
    ['* OR ) NEAR(', { phrases: [['or'], ['near']], begun: true }],
    ['retry -test', { phrases: [['retry']], begun: false, without: [['test']] }],
    ['-"not this" retry', { phrases: [['retry']], begun: true, without: [['not', 'this']] }],
    ['re-try --force', { phrases: [['re', 'try'], ['force']], begun: true }],
    ['"a"-b', { phrases: [['a'], ['b']], begun: false }],
    ['-only -excluded', null],
    ['-- "" ... ""', null],
    ['', null],
  ])('%j', (q, wanted) => expect(wantedIn(q)).toEqual(wanted && { without: [], tools: [], files: [], ...wanted }))

  it('may consist of a tool or a file alone, but a filter without a word matches nothing', () => {
    const none = { phrases: [], begun: false, without: [] }
    expect(wantedIn('', { tool: ['Edit'], file: ['src/a.ts'] })).toEqual({
      ...none,
      tools: [['edit']],
      files: [['src', 'a', 'ts']],
    })
    expect(wantedIn('retry', { tool: ['--'], file: [] })).toBeNull()
    expect(wantedIn('retry', { tool: [], file: ['/'] })).toBeNull()
  })

  it('yields terms without query syntax', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (q) => {
        for (const word of wantedIn(q)?.phrases.flat() ?? []) expect(word).toMatch(/^[\p{L}\p{N}\p{Co}\p{M}]+$/u)
      }),
    )
  })

  it('keeps its length when folded', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => folded(text).length === text.length))
  })
})

const cutBy = (text: string, q: string): readonly [string, readonly string[]] => {
  const wanted = wantedIn(q)
  if (wanted === null) throw new Error('there is no word in it')
  const { text: shown, marks } = snippetOf(text, wanted)
  return [shown, marks.map(([from, to]) => shown.slice(from, to))]
}

describe('a snippet', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['Please retry the upload', 'retry', 'Please retry the upload', ['retry']],
    ['It retries and retries', 'retr', 'It retries and retries', ['retries', 'retries']],
    ['an entry, no retry', '"retry"', 'an entry, no retry', ['retry']],
    ['open src/main.ts,\n  please', 'src/main.ts', 'open src/main.ts, please', ['src/main.ts']],
    ['Die Größe ändern', 'grosse andern', 'Die Größe ändern', ['ändern']],
    ['\u001b[31mred\u001b[0m alert', 'red', 'red alert', ['red']],
  ])('of %j for %j', (text, q, shown, marked) => expect(cutBy(text, q)).toEqual([shown, marked]))

  it('is cut around the first match, at a word boundary', () => {
    const [shown, marked] = cutBy(`${'lorem ipsum '.repeat(100)}needle${' dolor sit'.repeat(100)}`, 'needle')
    expect(marked).toEqual(['needle'])
    expect(shown).toMatch(/^…(lorem|ipsum) .*needle.*…$/)
    expect(shown.length).toBeLessThan(220)
  })

  it('has ordered marks within its bounds, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ minLength: 1 }), (text, q) => {
        const wanted = wantedIn(q)
        if (wanted === null) return
        const { text: shown, marks } = snippetOf(text, wanted)
        let last = 0
        for (const [from = 0, to = 0] of marks) {
          expect(from).toBeGreaterThanOrEqual(last)
          expect(to).toBeGreaterThan(from)
          last = to
        }
        expect(last).toBeLessThanOrEqual(shown.length)
      }),
    )
  })
})

describe('the searched text', () => {
  it('includes messages and tool input, but not tool output or thinking', () => {
    const input = { file_path: '/src/a.ts', edits: [{ old_string: 'one', new_string: 'two' }], limit: 3 }
    const content = [
      { type: 'thinking', text: 'secretly' },
      { type: 'text', text: 'I edit it.' },
      { type: 'tool_use', name: 'Edit', input },
      { type: 'tool_result', output: 'printed' },
    ] as const
    const message = { type: 'assistant', sender: 'assistant', timestamp: null, line: 1, content } as const
    expect(spokenText(message)).toBe('I edit it.\nEdit /src/a.ts\none\ntwo')
    expect(spokenText({ ...message, content: [], title: 'A name' })).toBe('A name')
    expect(indexedText(message)).toEqual({ body: 'I edit it.\none\ntwo', tools: 'Edit', files: '/src/a.ts' })
  })

  it('lists the files of a patch, whose tool is found by both of its names', () => {
    const input = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** End Patch'
    const content = [{ type: 'tool_use', name: 'apply_patch', input }] as const
    const message = { type: 'assistant', sender: 'assistant', timestamp: null, line: 1, content } as const
    expect(indexedText(message)).toMatchObject({ tools: 'apply_patch Edit', files: 'src/a.ts' })
  })
})
