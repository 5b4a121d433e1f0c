import { describe, expect, it } from 'vitest'
import { type Binding, withBinding } from '../../../../../ui/src/pages/config/key-groups.js'

const GROUPS = [
  { context: 'Global', bindings: { 'ctrl+t': 'app:toggleTodos', 'ctrl+o': null } },
  { context: 'Chat', bindings: { enter: 'chat:submit' } },
]
const TODOS: Binding = { context: 'Global', key: 'ctrl+t', action: 'app:toggleTodos' }
const SUBMIT: Binding = { context: 'Chat', key: 'enter', action: 'chat:submit' }

describe('the bindings of keys', () => {
  it('get a new one at the end of its context, which is added where it is missing', () => {
    expect(withBinding(GROUPS, null, { context: 'Chat', key: 'ctrl+s', action: 'chat:stash' })[1]).toEqual({
      context: 'Chat',
      bindings: { enter: 'chat:submit', 'ctrl+s': 'chat:stash' },
    })
    expect(withBinding(GROUPS, null, { context: 'Help', key: 'escape', action: null })).toEqual([
      ...GROUPS,
      { context: 'Help', bindings: { escape: null } },
    ])
  })

  it('change in their place', () => {
    expect(withBinding(GROUPS, TODOS, { ...TODOS, key: 'ctrl+y', action: null })[0]).toEqual({
      context: 'Global',
      bindings: { 'ctrl+y': null, 'ctrl+o': null },
    })
    expect(Object.keys(withBinding(GROUPS, TODOS, { ...TODOS, key: 'ctrl+y' })[0]?.bindings ?? {})).toEqual([
      'ctrl+y',
      'ctrl+o',
    ])
  })

  it('move to another context, and leave no empty one', () => {
    expect(withBinding(GROUPS, SUBMIT, { ...SUBMIT, context: 'Global' })).toEqual([
      { context: 'Global', bindings: { 'ctrl+t': 'app:toggleTodos', 'ctrl+o': null, enter: 'chat:submit' } },
    ])
    expect(withBinding(GROUPS, SUBMIT, null)).toEqual([GROUPS[0]])
  })

  it('have each key of a context once', () => {
    const twice: Binding = { context: 'Global', key: 'ctrl+o', action: 'app:toggleTranscript' }
    expect(withBinding(GROUPS, null, twice)[0]?.bindings).toEqual({
      'ctrl+t': 'app:toggleTodos',
      'ctrl+o': 'app:toggleTranscript',
    })
    expect(withBinding(GROUPS, TODOS, { ...TODOS, key: 'ctrl+o' })[0]?.bindings).toEqual({
      'ctrl+o': 'app:toggleTodos',
    })
  })
})
