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
  // An earlier release stored any actor that a bundle named.
  ['user:eve', 'hook-received', 'local', 'import'],
  ['host', 'hook-received', 'local', 'import'],
])('the actor %s of %s is read as %s through %s', (actor, type, by, via) => {
  expect(authorOfActor(actor, type)).toEqual({ by, via })
})

it('an actor written for earlier releases keeps its origin', () => {
  // A command that ran without the service wrote the same actor as a request.
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
])('a line stored with the actor %s has the provider %s', (actor, provider) => {
  expect(readPayload('prompt-recorded', 1, PROMPT, actor)?.data).toMatchObject({ provider, text: 'go' })
})

it('a stored provider is not replaced', () => {
  const stated = `{"provider":"codex",${PROMPT.slice(1)}`
  expect(readPayload('prompt-recorded', 1, stated, 'claude')?.data).toMatchObject({ provider: 'codex' })
})
