import { describe, expect, it } from 'vitest'
import { cutMiddle } from '../../../../ui/src/kit/cut-middle.js'
import { inputInEvent, requestOf } from '../../../../ui/src/kit/request.js'

describe('requestOf', () => {
  it('reads the questions with their options', () => {
    const questions = [
      { question: 'Which one?', multiSelect: true, options: [{ label: 'A', description: 'first' }, { label: 'B' }] },
    ]
    expect(requestOf({ questions }, null)?.questions).toEqual([
      {
        question: 'Which one?',
        isMultiple: true,
        options: [
          { label: 'A', description: 'first' },
          { label: 'B', description: '' },
        ],
      },
    ])
  })

  it('keeps the whole command with its line breaks, and joins the words of Codex', () => {
    const command = `docker compose down -v\n${'x'.repeat(900)}`
    expect(requestOf({ command }, null)?.command).toBe(command)
    expect(requestOf({ command: ['git', 'push'] }, null)?.command).toBe('git push')
  })

  it('shows a path relative to the directory of the session', () => {
    expect(requestOf({ file_path: '/repo/src/a.ts' }, '/repo')?.path).toBe('src/a.ts')
    expect(requestOf({ file_path: '/etc/hosts' }, '/repo')?.path).toBe('/etc/hosts')
  })

  it('reads nothing from input of another shape', () => {
    for (const input of [undefined, null, 'text', [], {}, { questions: 'no', command: 7 }, { questions: [null, 1] }]) {
      expect(requestOf(input, '/repo')).toBeUndefined()
    }
    expect(requestOf({ questions: [{ question: 1, options: 'no' }] }, null)?.questions).toEqual([
      { question: '', options: [], isMultiple: false },
    ])
  })
})

describe('inputInEvent', () => {
  it('returns the input of the tool call, and nothing from broken data', () => {
    expect(inputInEvent('{"tool_input":{"command":"ls"}}')).toEqual({ command: 'ls' })
    for (const data of [null, '', '{', '[]', '"x"']) expect(inputInEvent(data)).toBeUndefined()
  })
})

describe('cutMiddle', () => {
  it('keeps a short path and the end of a long one, with the file name', () => {
    expect(cutMiddle('src/a.ts', 20)).toBe('src/a.ts')
    const cut = cutMiddle(`packages/${'deep/'.repeat(30)}file.ts`, 40)
    expect(cut).toHaveLength(40)
    expect(cut).toMatch(/^packages\/.*…(?:.*)\/file\.ts$/)
  })
})
