import { describe, expect, it } from 'vitest'
import { Prompter, scripted, scriptIn, subagent, type Turn } from '../../../support/stub-model/script.js'

const user = (text: string): Turn => ({ role: 'user', text })
const reply: Turn = { role: 'assistant', text: '' }
const steps = [{ text: 'one' }, { text: 'two' }]

describe('the script of a stubbed model', () => {
  it('is the last one if a text contains several', () => {
    expect(scriptIn(`${scripted('a', [{ text: 'old' }])} and ${scripted('b', steps)} thanks`)).toEqual(steps)
  })

  it('is not the script nested in a tool call', () => {
    const outer = [{ tools: [subagent('Explore', 'look ]}"', [{ text: 'inner' }])] }]
    expect(scriptIn(scripted('go', outer))).toEqual(outer)
  })

  it.each(['', 'no script', '@@[broken', '@@[broken]', '@@ [1]'])('is null for %j', (text) => {
    expect(scriptIn(text)).toBeNull()
  })
})

describe('a stubbed model', () => {
  it('returns one step per reply since the script, then is done', () => {
    const model = new Prompter()
    const turns = [user('hi'), reply, user(scripted('go', steps))]
    expect(model.next(turns)).toEqual({ text: 'one' })
    expect(model.next([...turns, reply, user('tool result')])).toEqual({ text: 'two' })
    expect(model.next([...turns, reply, reply])).toEqual({ text: 'done' })
    expect(model.next([user('hi')])).toEqual({ text: 'ok' })
  })

  it('returns a scripted error once and continues, since an error adds no reply', () => {
    const model = new Prompter()
    const turns = [user(scripted('go', [{ error: 529 }, { text: 'after' }]))]
    expect(model.next(turns)).toEqual({ error: 529 })
    expect(model.next(turns)).toEqual({ text: 'after' })
  })

  it('repeats a permanent error', () => {
    const model = new Prompter()
    const turns = [user(scripted('go', [{ error: 400, forever: true }]))]
    expect([model.next(turns).error, model.next(turns).error]).toEqual([400, 400])
  })
})
