import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filtersOf, parseSearch, writeSearch } from '../../../../src/domain/search/operators.js'

describe('parseSearch', () => {
  it('separates operators from terms, wherever they are', () => {
    expect(parseSearch('retry after:2026-11-01 backoff -project:docs from:You')).toEqual({
      terms: 'retry backoff',
      operators: [
        { key: 'after', value: '2026-11-01' },
        { key: '-project', value: 'docs' },
        { key: 'from', value: 'you' },
      ],
    })
  })

  it('reads a tool and a file, and keeps excluded terms', () => {
    expect(parseSearch('tool:Edit file:"src/a b.ts" -word -"two words"')).toEqual({
      terms: '-word -"two words"',
      operators: [
        { key: 'tool', value: 'Edit' },
        { key: 'file', value: 'src/a b.ts' },
      ],
    })
  })

  it('keeps phrases, and reads no operator in quotes', () => {
    expect(parseSearch('"exit code 1" "project:x" word')).toEqual({
      terms: '"exit code 1" "project:x" word',
      operators: [],
    })
  })

  it('reads a quoted value with spaces, also an unfinished one', () => {
    expect(parseSearch('project:"my shop" x').operators).toEqual([{ key: 'project', value: 'my shop' }])
    expect(parseSearch('x project:"my sh').operators).toEqual([{ key: 'project', value: 'my sh' }])
  })

  it('searches for a word whose key is unknown or whose value is invalid', () => {
    for (const text of [
      'http://localhost',
      'after:yesterday',
      'before:2026-02-30',
      'from:nobody',
      'project:',
      'TODO:',
    ]) {
      expect(parseSearch(text)).toEqual({ terms: text, operators: [] })
    }
  })

  it('keeps the space that ends a word, because the last word is a prefix without it', () => {
    expect(parseSearch('retry ').terms).toBe('retry ')
    expect(parseSearch('retry from:you').terms).toBe('retry')
  })

  it('reads what writeSearch writes', () => {
    const operator = fc.oneof(
      fc.record({
        key: fc.constantFrom('project' as const, '-project' as const, 'tool' as const, 'file' as const),
        value: fc.stringMatching(/^[\w/.-]+( [\w.]+)?$/),
      }),
      fc.record({ key: fc.constantFrom('after' as const, 'before' as const), value: fc.constant('2026-11-01') }),
      fc.record({ key: fc.constant('from' as const), value: fc.constantFrom('you', 'agent', 'tool') }),
    )
    fc.assert(
      fc.property(
        fc.array(operator),
        fc.constantFrom('', 'retry', '"two words" x', 'x -y -"two words"'),
        (operators, terms) => {
          expect(parseSearch(writeSearch({ terms, operators }))).toEqual({ terms, operators })
        },
      ),
    )
  })
})

describe('filtersOf', () => {
  it('combines operators: several projects, the narrowest dates, each speaker once', () => {
    const { operators } = parseSearch(
      'project:a project:b project:a -project:c tool:Edit tool:Write file:src after:2026-01-01 after:2026-02-01 before:2026-05-01 before:2026-04-01 from:tool from:you',
    )
    expect(filtersOf(operators)).toEqual({
      projects: ['a', 'b'],
      withoutProjects: ['c'],
      after: '2026-02-01',
      before: '2026-04-01',
      from: ['you', 'tool'],
      tools: ['Edit', 'Write'],
      files: ['src'],
    })
  })
})
