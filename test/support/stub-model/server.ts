import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { answerMessages, type MessagesRequest, purposeOf, sessionOf, turnsOf as turnsOfMessages } from './anthropic.js'
import { answerResponses, type ResponsesRequest, turnsOf as turnsOfResponses } from './openai.js'
import { type Asked, sendJson } from './reply.js'
import { byCodex, Prompter, type Step } from './script.js'

/**
 * A scripted stub of the model APIs of both agent CLIs. With it the real CLIs run without a model, but call their
 * tools, send their hooks and write their transcripts. Loopback only.
 */
export interface StubModel {
  readonly url: string
  /** Every request answered so far, in order. */
  readonly asked: readonly Asked[]
  readonly close: () => Promise<void>
}

/** Replies to requests that are not part of the conversation and do not use its script. */
const sideAnswers: Readonly<Record<'summary' | 'side', Step>> = {
  summary: {
    text: '<analysis>short</analysis>\n<summary>\n1. The user asked for things.\n2. They were done.\n</summary>',
  },
  side: { text: '{"title":"Stub title"}' },
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

export const startStubModel = async (): Promise<StubModel> => {
  const asked: Asked[] = []
  const prompter = new Prompter()

  const messages = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body: MessagesRequest = JSON.parse(await bodyOf(request))
    const turns = turnsOfMessages(body)
    const purpose = purposeOf(body, turns)
    const step = purpose === 'reply' ? prompter.next(turns) : sideAnswers[purpose]
    await setTimeout(step.delay ?? 0)
    const usage = answerMessages(body, step, response)
    const session = sessionOf(request.headers)
    const authorization = request.headers.authorization ?? null
    asked.push({
      api: 'anthropic',
      model: body.model,
      purpose,
      session,
      authorization,
      sent: JSON.stringify(body),
      usage,
    })
  }

  const responses = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body: ResponsesRequest = JSON.parse(await bodyOf(request))
    const step = prompter.next(turnsOfResponses(body), byCodex)
    await setTimeout(step.delay ?? 0)
    const usage = answerResponses(body, step, response)
    const sent = JSON.stringify(body)
    const authorization = request.headers.authorization ?? null
    asked.push({ api: 'openai', model: body.model, purpose: 'reply', session: null, authorization, sent, usage })
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://stub')
    if (pathname.endsWith('/messages/count_tokens')) sendJson(response, 200, { input_tokens: 100 })
    else if (request.method === 'POST' && pathname.endsWith('/messages')) await messages(request, response)
    else if (request.method === 'POST' && pathname.endsWith('/responses')) await responses(request, response)
    else if (pathname.endsWith('/models')) sendJson(response, 200, { object: 'list', data: [], models: [] })
    else sendJson(response, 404, { error: { type: 'not_found_error', message: 'not found' } })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address !== null && typeof address === 'object') resolve(address.port)
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
