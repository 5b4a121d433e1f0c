import { expect, it } from 'vitest'
import { VIAS } from '../../../src/domain/access/author.js'
import { actorOf, authorOfActor } from '../../../src/events/actor.js'
import { readPayload } from '../../../src/events/upcast.js'

it.each([
  ['hook', 'hook-received', 'local', 'hook'],
  ['claude', 'reply-recorded', 'local', 'transcript'],
  ['codex', 'usage-recorded', 'local', 'transcript'],
  ['claude', 'cli-status-reported', 'local', 'status'],
  ['local', 'session-updated', 'local', 'http'],
  ['system', 'session-abandoned', 'host', 'system'],
  ['bundle', 'session-created', 'local', 'import'],
  // An earlier release stored whatever a bundle stated.
  ['user:eve', 'hook-received', 'local', 'import'],
  ['host', 'hook-received', 'local', 'import'],
])('the actor %s of %s is read as %s through %s', (actor, type, by, via) => {
  expect(authorOfActor(actor, type)).toEqual({ by, via })
})

it('an actor that is written for earlier releases is read as it was meant', () => {
  // A command without the service wrote the actor of a request.
  for (const via of VIAS.filter((known) => known !== 'cli')) {
    const type = via === 'status' ? 'cli-status-reported' : 'hook-received'
    expect(authorOfActor(actorOf({ by: 'local', via }, null), type).via).toBe(via)
  }
  expect(actorOf({ by: 'local', via: 'import' }, 'codex')).toBe('codex')
})

const PROMPT = '{"line":1,"agent":null,"text":"go","typed":true,"promptId":null}'

it.each([
  ['codex', 'codex'],
  ['claude', 'claude'],
  ['bundle', 'claude'],
])('a line that was stored with the actor %s is of %s', (actor, provider) => {
  expect(readPayload('prompt-recorded', 1, PROMPT, actor)?.data).toMatchObject({ provider, text: 'go' })
})

it('a provider that is stated is not replaced', () => {
  const stated = `{"provider":"codex",${PROMPT.slice(1)}`
  expect(readPayload('prompt-recorded', 1, stated, 'claude')?.data).toMatchObject({ provider: 'codex' })
})
