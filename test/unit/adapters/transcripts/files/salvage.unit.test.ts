import { describe, expect, it } from 'vitest'
import { recordsOf } from '../../../../../src/adapters/transcripts/files/parse-line.js'

const recordsIn = (text: string, ended = true): unknown[] => {
  const buffer = Buffer.from(text)
  const line = { buffer, start: 0, end: buffer.length, next: buffer.length, ended, damage: null }
  return recordsOf(line, false).map((record) => record['uuid'] ?? record['type'])
}
const prompt = (uuid: string, text = 'hello {"type":"text"} \\ " }'): string =>
  JSON.stringify({ parentUuid: null, uuid, sessionId: 's', type: 'user', message: { role: 'user', content: text } })
const reply = JSON.stringify({
  type: 'assistant',
  uuid: 'r',
  sessionId: 's',
  message: { type: 'message', content: [{ type: 'text', text: 'x' }] },
})

describe('a damaged line', () => {
  it.each([
    ['a torn record with the next one behind it', `${reply.slice(0, 60)}${prompt('a')}`, ['a']],
    ['a record torn inside a text', `${prompt('a').slice(0, -20)}${reply}`, ['r']],
    ['two whole records', `${prompt('a')}${prompt('b')}`, ['a', 'b']],
    ['three records, the second torn', `${prompt('a')}${reply.slice(0, 40)}${prompt('b')}`, ['a', 'b']],
    ['NUL bytes behind a record', `${prompt('a')}${'\0'.repeat(500)}`, ['a']],
    ['NUL bytes between records', `${prompt('a')}${'\0'.repeat(500)}${prompt('b')}`, ['a', 'b']],
    [
      'a rollout',
      '{"timestamp":"T","type":"event_m{"timestamp":"T","type":"turn_context","payload":{}}',
      ['turn_context'],
    ],
    ['nothing but NUL bytes', '\0'.repeat(500), []],
    ['only a torn record', reply.slice(0, -3), []],
    ['text that is no record', 'error: {"type":"text","text":"x"} and more', []],
  ])('gives the whole records: %s', (_what, line, records) => {
    expect(recordsIn(line)).toEqual(records)
  })

  it('is left for later when its newline is still missing', () => {
    expect(recordsIn(`${reply.slice(0, 60)}${prompt('a')}`, false)).toEqual([])
  })

  it('that is not JSON takes bounded work', () => {
    expect(recordsIn('{"type":'.repeat(200_000))).toEqual([])
  })
})
