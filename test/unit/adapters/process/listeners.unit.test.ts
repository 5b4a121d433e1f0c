import { expect, it } from 'vitest'
import { socketsIn } from '../../../../src/adapters/process/listeners.js'

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'

it('the listening sockets are read from the tables of the system', () => {
  const text = [
    HEAD,
    '   0: 0100007F:0BB9 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 41234 1 0000000000000000 100 0 0 10 0',
    '   1: 0100007F:0BBA 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 41235 1 0000000000000000 20 4 30 10 -1',
    '   2: 00000000000000000000000001000000:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 41236 1 0000000000000000 100 0 0 10 0',
    '',
  ].join('\n')
  expect(socketsIn(text)).toEqual([
    { port: 3001, inode: '41234' },
    { port: 8080, inode: '41236' },
  ])
})

it.each(['', HEAD, 'a b c 0A', '0: :: 0A', '\u0000'])('other text has none: %j', (text) =>
  expect(socketsIn(text)).toEqual([]),
)
