import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool as Listed,
} from '@modelcontextprotocol/sdk/types.js'
import * as Either from 'effect/Either'
import { isDeeper, MAX_DEPTH } from '../../domain/json/depth.js'
import { JSONSchema, Schema } from '../../domain/schema.js'
import { problemOf } from '../../domain/schema-problem.js'

/** A tool that an agent may call. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Whether a call changes something. Clients ask their user before such a call. */
  readonly changes?: true
  readonly input: Schema.Schema.AnyNoContext
  /** Answers a valid input. Errors are returned to the agent as text. */
  readonly answer: (input: never) => Promise<Readonly<Record<string, unknown>>>
}

/** Declares a tool and checks that `answer` accepts what `input` decodes. */
export const tool = <I, E>(declared: {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly changes?: true
  readonly input: Schema.Schema<I, E>
  readonly answer: (input: I) => Promise<Readonly<Record<string, unknown>>>
}): Tool => declared

const listed = ({ name, title, description, changes, input }: Tool): Listed => ({
  name,
  title,
  description,
  inputSchema: JSONSchema.make(input) as Listed['inputSchema'],
  annotations: {
    title,
    readOnlyHint: changes !== true,
    destructiveHint: false,
    idempotentHint: changes !== true,
    openWorldHint: false,
  },
})

const failed = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] })

const called = async (tools: readonly Tool[], name: string, given: unknown): Promise<CallToolResult> => {
  const found = tools.find((one) => one.name === name)
  if (found === undefined)
    return failed(`unknown tool "${name}": use one of ${tools.map((one) => one.name).join(', ')}`)
  if (isDeeper(given)) return failed(`the input is nested deeper than ${MAX_DEPTH} levels`)
  const input = Schema.decodeUnknownEither(found.input)(given ?? {})
  if (Either.isLeft(input)) {
    const { path, message } = problemOf(input.left)
    return failed(`${path || 'the input'}: ${message}`)
  }
  try {
    const answer = await found.answer(input.right as never)
    return { content: [{ type: 'text', text: JSON.stringify(answer, null, 2) }], structuredContent: answer }
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

/** Serves tools to an agent over stdin and stdout until the agent closes them. */
export const serveTools = async (
  about: { readonly version: string; readonly instructions: string },
  tools: readonly Tool[],
): Promise<void> => {
  const { version, instructions } = about
  const server = new Server({ name: 'switchyard', version }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => called(tools, params.name, params.arguments))
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
    process.stdin.on('end', () => resolve())
  })
  await server.connect(new StdioServerTransport())
  await closed
  await server.close()
}
