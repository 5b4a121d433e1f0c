import { type EchoProtocol } from './echo.js'
import { report, serve, threadData } from '../../../src/adapters/threads/serve.js'

report<EchoProtocol>(`started with ${String(threadData())}`)
serve<EchoProtocol>({
  nice: 0,
  onNews: (news) => (news === 'crash' ? process.exit(1) : report<EchoProtocol>(`heard ${news}`)),
  asks: {
    echo: (text) => {
      if (text === 'crash') process.exit(1)
      if (text === 'fail') throw new Error('no echo')
      return text
    },
    later: async (text) => text,
    never: () => new Promise(() => undefined),
  },
  streams: {
    *count(from, to) {
      for (let n = from; n < to; n++) {
        report<EchoProtocol>(`made ${n}`)
        yield n
      }
    },
  },
})
