import { describe, expect, it } from 'vitest'
import { callsSearch, toolsShown } from '../../../../ui/src/calls/search.js'

describe('the filters of calls in the address', () => {
  it('are read if valid, and dropped otherwise', () => {
    expect(callsSearch({ tool: ['Bash', 'Read'], q: 'make', failed: true })).toEqual({
      tool: ['Bash', 'Read'],
      q: 'make',
      failed: true,
    })
    expect(callsSearch({ tool: '', failed: 'yes', questions: 1 })).toEqual({})
  })

  it('are failures or questions, not both', () =>
    expect(callsSearch({ failed: true, questions: true })).toEqual({ failed: true }))
})

it('questions are the calls of the tools that ask the user', () => {
  expect(toolsShown({ tool: ['Bash'] })).toEqual(['Bash'])
  expect(toolsShown({ questions: true })).toEqual(['AskUserQuestion', 'request_user_input'])
  expect(toolsShown({})).toBeUndefined()
})
