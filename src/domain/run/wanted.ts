import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'
import { type Launch, unsupported } from '../tools/argv.js'
import { isToolId, type Tool, type ToolId, TOOLS } from '../tools/catalog.js'
import { SLOTS } from './run.js'

/** Bytes of UTF-8. */
export const MAX_PROMPT = 131_072
const MAX_NAME = 255

/** The body of a request to start a run: every member may be missing or of any type. */
export interface StartInput {
  readonly prompt?: unknown
  readonly model?: unknown
  readonly permissionMode?: unknown
  readonly effort?: unknown
  readonly tool?: unknown
  readonly resumeSessionId?: unknown
  readonly resume?: unknown
  readonly resumeLast?: unknown
  readonly forkSession?: unknown
  readonly sandbox?: unknown
  readonly approval?: unknown
  readonly proxy?: unknown
  readonly router?: unknown
  readonly worktree?: unknown
  readonly slot?: unknown
  readonly shell?: unknown
}

/** What a request asks to start. */
export interface WantedRun {
  readonly slot: number | 'auto'
  /** The agent; null for a plain shell. */
  readonly agent: { readonly tool: Tool; readonly launch: Launch } | null
  /** The name of the proxy; undefined if the request has none. */
  readonly proxy?: string | undefined
}

export interface LaneTools {
  /** The tool of the lane. */
  readonly tool: ToolId
  /** The tool of the session to resume, if it is known. */
  readonly ofSession?: ToolId | undefined
}

type Code = 'EBADPROMPT' | 'EBADFIELD' | 'EBADTOOL' | 'EBADSESSION' | 'EBADSLOT' | 'EBADPROXY' | 'EUNSUPPORTED'
type Read<T, C extends Code = Code> = Either.Either<T, Rejection<C>>

const wrong = <C extends Code>(code: C, field: string, should: string): Either.Either<never, Rejection<C>> =>
  Either.left(reject(code, `${field}: ${should}`, { fields: { field } }))

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

const readPrompt = (value: unknown): Read<string | undefined> => {
  if (isAbsent(value)) return Either.right(undefined)
  // The length in UTF-16 is a lower bound of the bytes, so a huge text is not encoded.
  const fits = (text: string): boolean =>
    text.length <= MAX_PROMPT && new TextEncoder().encode(text).byteLength <= MAX_PROMPT && !text.includes('\0')
  return typeof value === 'string' && fits(value)
    ? Either.right(value)
    : wrong('EBADPROMPT', 'prompt', `must be a text of at most ${MAX_PROMPT} bytes`)
}

// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f]+$/

const readName = (field: string, value: unknown): Read<string | undefined> => {
  if (isAbsent(value)) return Either.right(undefined)
  return typeof value === 'string' && value.length <= MAX_NAME && ONE_LINE.test(value)
    ? Either.right(value)
    : wrong('EBADFIELD', field, `must be a string of at most ${MAX_NAME} characters`)
}

const readFlag = (field: string, value: unknown): Read<boolean> =>
  isAbsent(value) || typeof value === 'boolean'
    ? Either.right(value === true)
    : wrong('EBADFIELD', field, 'must be true or false')

const SESSION = /^[A-Za-z0-9][\w.-]{0,127}$/

/** Returns the id of the session that a request resumes; undefined if it starts a new one. */
export const readResumed = ({ resumeSessionId, resume }: StartInput): Read<string | undefined> => {
  const id = isAbsent(resumeSessionId) ? resume : resumeSessionId
  if (isAbsent(id)) return Either.right(undefined)
  return typeof id === 'string' && SESSION.test(id)
    ? Either.right(id)
    : wrong('EBADSESSION', 'resumeSessionId', 'must be the id of a session')
}

const readSlot = (value: unknown): Read<number | 'auto'> => {
  if (isAbsent(value)) return Either.right(0)
  if (value === 'auto') return Either.right('auto')
  const slot = SLOTS.find((one) => one === value || String(one) === value)
  return slot === undefined ? wrong('EBADSLOT', 'slot', 'must be 0 to 9, or auto') : Either.right(slot)
}

const readTool = (value: unknown, { tool, ofSession }: LaneTools): Read<Tool> => {
  // A session stays with the CLI that wrote it.
  if (ofSession !== undefined) return Either.right(TOOLS[ofSession])
  const id = isAbsent(value) ? tool : value
  return isToolId(id) ? Either.right(TOOLS[id]) : wrong('EBADTOOL', 'tool', 'must be the id of a tool')
}

const CHOICES = {
  permissionMode: 'permissionModes',
  effort: 'efforts',
  sandbox: 'sandboxes',
  approval: 'approvals',
} as const

/** Returns why the tool cannot be started like this, if it cannot. */
const refusalOf = (tool: Tool, launch: Launch): Rejection<Code> | undefined => {
  const [option] = unsupported(tool, launch)
  if (option === undefined) return undefined
  const list = CHOICES[option as keyof typeof CHOICES]
  if (list !== undefined && tool.capabilities[list].length > 0) {
    return reject('EBADFIELD', `${option}: must be ${tool.capabilities[list].join(', ')}`, {
      fields: { field: option },
    })
  }
  return reject('EUNSUPPORTED', `${tool.name} has no option for ${option}`, { fields: { field: option } })
}

const DEFAULT_MODE = 'auto'

/** Returns the options without those that leave the choice to the CLI. */
const present = (options: { readonly [K in keyof Launch]: Launch[K] | undefined }): Launch =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

const readLaunch = (input: StartInput, tool: Tool, run: string): Read<Launch> =>
  Either.gen(function* () {
    const given = yield* Either.all({
      prompt: readPrompt(input.prompt),
      model: readName('model', input.model),
      permissionMode: readName('permissionMode', input.permissionMode),
      effort: readName('effort', input.effort),
      sandbox: readName('sandbox', input.sandbox),
      approval: readName('approval', input.approval),
    })
    const resumed = yield* readResumed(input)
    const [last, fork, worktree] = yield* Either.all([
      readFlag('resumeLast', input.resumeLast),
      readFlag('forkSession', input.forkSession),
      readFlag('worktree', input.worktree),
    ])
    if (fork && resumed === undefined) yield* wrong('EBADSESSION', 'resumeSessionId', 'a fork needs a session')
    if (worktree && (resumed !== undefined || last)) {
      yield* wrong('EUNSUPPORTED', 'worktree', 'a resumed session keeps its directory')
    }
    const hasDefault = tool.capabilities.permissionModes.includes(DEFAULT_MODE)
    const options = present({
      ...given,
      permissionMode: given.permissionMode ?? (hasDefault ? DEFAULT_MODE : undefined),
      resume: resumed === undefined ? (last ? 'last' : undefined) : { id: resumed },
      fork: fork || undefined,
      // Named after the run, so the name is not in use.
      worktree: worktree ? run.slice(-10).toLowerCase() : undefined,
    })
    const refused = refusalOf(tool, options)
    return refused === undefined ? options : yield* Either.left(refused)
  })

/** Whether there is a proxy of this name is known later. */
const readProxy = ({ proxy, router }: StartInput, { name: tool, capabilities }: Tool): Read<string | undefined> => {
  const name = isAbsent(proxy) ? router : proxy
  if (isAbsent(name)) return Either.right(undefined)
  if (typeof name !== 'string') return wrong('EBADPROXY', 'proxy', 'must be the name of a proxy')
  return capabilities.proxy ? Either.right(name) : wrong('EUNSUPPORTED', 'proxy', `${tool} has no option for a proxy`)
}

/**
 * Reads a request to start a run. Absent, null and empty members mean their defaults; for a shell all but the slot are ignored.
 * @param run the id of the run
 */
export const readWanted = (input: StartInput, tools: LaneTools, run: string): Read<WantedRun> =>
  Either.gen(function* () {
    const slot = yield* readSlot(input.slot)
    if (yield* readFlag('shell', input.shell)) return { slot, agent: null }
    const tool = yield* readTool(input.tool, tools)
    const proxy = yield* readProxy(input, tool)
    return { slot, agent: { tool, launch: yield* readLaunch(input, tool, run) }, proxy }
  })

/** Reads which slot to stop; undefined means all. */
export const readStopped = (slot: unknown): Read<number | undefined, 'EBADSLOT'> => {
  if (isAbsent(slot)) return Either.right(undefined)
  const known = SLOTS.find((one) => one === slot || String(one) === slot)
  return known === undefined ? wrong('EBADSLOT', 'slot', 'must be 0 to 9') : Either.right(known)
}
