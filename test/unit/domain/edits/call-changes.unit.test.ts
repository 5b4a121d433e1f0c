import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesOfCall, editingCall } from '../../../../src/domain/edits/call-changes.js'
import { changedFiles, type Edit, relativePath } from '../../../../src/domain/edits/changed-files.js'
import { countLines, cutHunks } from '../../../../src/domain/edits/hunk.js'

const PATCH = [
  '*** Begin Patch',
  '*** Update File: src/a.ts',
  '@@ function a()',
  ' const x = 1',
  '-const y = 2',
  '+const y = 3',
  '@@',
  '',
  '+last',
  '*** Add File: b.ts',
  '+one',
  '+two',
  '*** Delete File: c.ts',
  '*** Update File: d.ts',
  '*** Move to: e.ts',
  '@@',
  '-old',
  '+new',
  '*** End Patch',
].join('\n')

describe('the changes of a call', () => {
  it('are those of the structured result, with the numbers of the lines', () => {
    const structuredPatch = [
      { oldStart: 9, oldLines: 2, newStart: 9, newLines: 2, lines: [' a', '-b', '+c', '\\ No newline at end of file'] },
    ]
    const input = { file_path: '/repo/a.ts', old_string: 'b', new_string: 'c' }
    expect(changesOfCall('Edit', input, { structuredPatch })).toEqual([
      { path: '/repo/a.ts', hunks: [{ oldStart: 9, newStart: 9, lines: [' a', '-b', '+c'] }] },
    ])
  })

  it.each([
    ['Edit', { file_path: 'a', old_string: 'x\ny', new_string: 'x\nz' }, [' x', '-y', '+z']],
    ['Write', { file_path: 'a', content: 'x\ny\n' }, ['+x', '+y']],
    ['NotebookEdit', { notebook_path: 'a', new_source: 'x' }, ['+x']],
  ])('of %s are found without a structured result', (tool, input, lines) => {
    expect(changesOfCall(tool, input, null).flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.lines))).toEqual(lines)
  })

  it('of MultiEdit have one hunk for each edit', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: '' },
    ]
    expect(changesOfCall('MultiEdit', { file_path: 'f', edits }, null)[0]?.hunks.map(({ lines }) => lines)).toEqual([
      ['-a', '+b'],
      ['-c'],
    ])
  })

  it('of a patch are listed by file; a deleted file has no lines, and a moved one has its new name', () => {
    const changes = changesOfCall('apply_patch', { input: PATCH }, null)
    expect(changes.map(({ path, hunks }) => [path, hunks.map(({ lines }) => lines)])).toEqual([
      [
        'src/a.ts',
        [
          [' const x = 1', '-const y = 2', '+const y = 3'],
          [' ', '+last'],
        ],
      ],
      ['b.ts', [['+one', '+two']]],
      ['c.ts', []],
      ['e.ts', [['-old', '+new']]],
    ])
    expect(editingCall('apply_patch', { input: PATCH })).toEqual({
      tool: 'Edit',
      paths: changes.map(({ path }) => path),
    })
  })

  it.each([
    ['Bash', { command: 'ls' }],
    ['Edit', { file_path: 7 }],
    ['Read', { file_path: 'a' }],
    ['apply_patch', { input: 'nothing' }],
    ['Edit', null],
  ])('of %s with %j are none', (tool, input) => {
    expect(editingCall(tool, input)).toBeNull()
    expect(changesOfCall(tool, input, { structuredPatch: 'x' })).toEqual([])
  })

  it('never throw, whatever a transcript contains', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Edit', 'MultiEdit', 'Write', 'NotebookEdit', 'apply_patch'),
        fc.anything(),
        fc.anything(),
        (tool, given, result) => {
          const input = {
            file_path: 'a',
            edits: given,
            content: given,
            old_string: given,
            new_string: result,
            patch: given,
          }
          expect(changesOfCall(tool, input, { structuredPatch: [result, { lines: given }] })).toBeInstanceOf(Array)
        },
      ),
    )
  })
})

describe('the changed files of a session', () => {
  const edit = fc.record({
    path: fc.constantFrom('a', 'b', 'c'),
    state: fc.constantFrom('done' as const, 'failed' as const, 'pending' as const),
    added: fc.nat(100),
    removed: fc.nat(100),
  })
  const sumOf = (edits: readonly Edit[], of: (edit: Edit) => number): number =>
    edits.reduce((sum, one) => sum + of(one), 0)

  it('add up to the changes that succeeded', () => {
    fc.assert(
      fc.property(fc.array(edit), (edits) => {
        const done = edits.filter(({ state }) => state === 'done')
        const { files, ...sums } = changedFiles(edits)
        expect(sums).toEqual({
          added: sumOf(done, ({ added }) => added),
          removed: sumOf(done, ({ removed }) => removed),
          edits: done.length,
          failures: edits.filter(({ state }) => state === 'failed').length,
        })
        expect(files.reduce((sum, file) => sum + file.added, 0)).toBe(sums.added)
        expect(new Set(files.map(({ path }) => path)).size).toBe(files.length)
      }),
    )
  })

  it('are named relative to the directory of the session, if they are in it', () => {
    expect(relativePath('/repo', '/repo/src/a.ts')).toBe('src/a.ts')
    expect(relativePath('/repo/', '/repo/a.ts')).toBe('a.ts')
    expect(relativePath('C:\\repo', 'C:\\repo\\a.ts')).toBe('a.ts')
    expect(relativePath('/repo', '/repository/a.ts')).toBe('/repository/a.ts')
    expect(relativePath(null, '/repo/a.ts')).toBe('/repo/a.ts')
  })
})

it('the lines of a long change are cut, and the omitted ones counted', () => {
  const hunk = { oldStart: 1, newStart: 1, lines: ['+aaaa', '+b', '-c'] }
  expect(cutHunks([hunk, hunk], 4, 3)).toEqual({
    hunks: [
      { ...hunk, lines: ['+aa…', '+b', '-c'] },
      { ...hunk, lines: ['+aa…'] },
    ],
    omitted: 2,
  })
  expect(countLines([hunk, hunk])).toEqual({ added: 4, removed: 2 })
})
