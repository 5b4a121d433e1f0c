import type { Endpoint } from './contract/endpoint.js'
import { isRawAnswer } from './contract/raw.js'
import type { Content } from './handler.js'

/** Any reply of a handler. `mount` has erased which route it belongs to. */
export interface AnyReply {
  readonly status: number
  readonly json?: unknown
  readonly content?: Content
  readonly headers?: Readonly<Record<string, string>>
}

/** Returns the response for a reply that is not JSON. */
export const rawResponse = ({ answers }: Endpoint, { status, content, headers }: AnyReply): Response => {
  const answer = answers[status]
  if (content === undefined || answer === undefined || !isRawAnswer(answer)) return new Response(null, { status })
  const body = typeof content === 'string' || content instanceof Uint8Array ? content : streamOf(content)
  return new Response(body as ReadableStream, { status, headers: { 'content-type': answer.type ?? '', ...headers } })
}

/** Returns a stream that produces parts on demand, so that nothing piles up for a slow reader. */
const streamOf = (parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await parts.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => void (await parts.return(undefined)),
    },
    { highWaterMark: 1 },
  )
