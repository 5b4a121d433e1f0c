import { describe, expect, it } from 'vitest'
import { Prompter, scripted, scriptIn, subagent, type Turn } from '../../../support/stub-model/script.js'

const user = (text: string): Turn => ({ role: 'user', text })
const reply: Turn = { role: 'assistant', text: '' }
const steps = [{ text: 'one' }, { text: 'two' }]

describe('the script of a stubbed model', () => {
  it('is the last one of a text that holds several', () => {
    expect(scriptIn(`${scripted('a', [{ text: 'old' }])} and ${scripted('b', steps)} thanks`)).toEqual(steps)
  })

  it('does not mistake the script inside a tool call for its own', () => {
    const outer = [{ tools: [subagent('Explore', 'look ]}"', [{ text: 'inner' }])] }]
    expect(scriptIn(scripted('go', outer))).toEqual(outer)
  })

  it.each(['', 'no script', '@@[broken', '@@[broken]', '@@ [1]'])('is none in %j', (text) => {
    expect(scriptIn(text)).toBeNull()
  })
})

describe('a stubbed model', () => {
  it('gives one step for each reply since the script came, then is done', () => {
    const model = new Prompter()
    const turns = [user('hi'), reply, user(scripted('go', steps))]
    expect(model.next(turns)).toEqual({ text: 'one' })
    expect(model.next([...turns, reply, user('tool result')])).toEqual({ text: 'two' })
    expect(model.next([...turns, reply, reply])).toEqual({ text: 'done' })
    expect(model.next([user('hi')])).toEqual({ text: 'ok' })
  })

  it('gives a scripted error once and goes on, since an error leaves no reply behind', () => {
    const model = new Prompter()
    const turns = [user(scripted('go', [{ error: 529 }, { text: 'after' }]))]
    expect(model.next(turns)).toEqual({ error: 529 })
    expect(model.next(turns)).toEqual({ text: 'after' })
  })

  it('repeats an error that is for ever', () => {
    const model = new Prompter()
    const turns = [user(scripted('go', [{ error: 400, forever: true }]))]
    expect([model.next(turns).error, model.next(turns).error]).toEqual([400, 400])
  })
})
