import { describe, expect, it } from 'vitest'
import { Schema } from '../../../src/domain/schema.js'
import { defineEvent } from '../../../src/events/define.js'
import { sessionStream } from '../../../src/events/streams.js'
import { readAs } from '../../../src/events/upcast.js'

// No shipped event has two older versions yet, so this example tests the chain.
const moved = defineEvent({
  type: 'moved',
  stream: sessionStream,
  version: 3,
  schema: Schema.Struct({ metres: Schema.Number, by: Schema.String }),
  upcasts: [
    (older) => ({ metres: (older as { feet: number }).feet * 0.3048 }),
    (older) => ({ ...(older as { metres: number }), by: 'unknown' }),
  ],
})
describe('an older payload is read in the current shape', () => {
  it.each([
    [1, { feet: 10 }, { metres: 3.048, by: 'unknown' }],
    [2, { metres: 4 }, { metres: 4, by: 'unknown' }],
    [3, { metres: 5, by: 'ada' }, { metres: 5, by: 'ada' }],
  ])('version %i is upcast step by step', (version, stored, today) => {
    expect(readAs(moved, version, JSON.stringify(stored), null)).toEqual({ type: 'moved', data: today })
  })

  it('a version after the newest is read as null', () => {
    expect(readAs(moved, 4, '{}', null)).toBeNull()
  })
})
