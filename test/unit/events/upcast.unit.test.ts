import { describe, expect, it } from 'vitest'
import { Schema } from '../../../src/domain/schema.js'
import { defineEvent } from '../../../src/events/define.js'
import { sessionStream } from '../../../src/events/streams.js'
import { readAs } from '../../../src/events/upcast.js'

// No shipped event has an older version yet: the chain is tried on one that has two.
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
describe('an older payload is read in the shape of today', () => {
  it.each([
    [1, { feet: 10 }, { metres: 3.048, by: 'unknown' }],
    [2, { metres: 4 }, { metres: 4, by: 'unknown' }],
    [3, { metres: 5, by: 'ada' }, { metres: 5, by: 'ada' }],
  ])('version %i takes the steps from there on, in their order', (version, stored, today) => {
    expect(readAs(moved, version, JSON.stringify(stored), null)).toEqual({ type: 'moved', data: today })
  })

  it('a version after the newest reads as nothing', () => {
    expect(readAs(moved, 4, '{}', null)).toBeNull()
  })
})
