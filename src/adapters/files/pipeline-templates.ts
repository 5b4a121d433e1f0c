import { isTooDeep, parseShallow } from '../../domain/json/depth.js'
import { constants, mkdirSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { watch } from 'chokidar'
import * as Either from 'effect/Either'
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { readTemplate, type Template, type Templates } from '../../domain/pipeline/template.js'

interface PipelineTemplates {
  readonly current: () => Templates
  /** Reads them now, for what has just been written. */
  readonly reread: () => Promise<void>
  readonly close: () => Promise<void>
}

interface TemplatesOptions {
  readonly folder: string
  /** Called when the templates were read again. */
  readonly onChange: () => void
  readonly complain: (line: string) => void
}

const EXTENSION = '.json'
const MAX_BYTES = 262_144
const MAX_FILES = 200
/** Milliseconds without a change after which a file is complete. */
const COMPLETE_AFTER = 100

/** Returns the line and the column of an offset, both from 1. */
const placeOf = (text: string, offset: number): string => {
  const before = text.slice(0, offset)
  return `line ${before.split('\n').length}, column ${offset - before.lastIndexOf('\n')}`
}

const named = (path: readonly (string | number)[]): string =>
  path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`
    return name === '' ? part : `${name}.${part}`
  }, '')

/** Parses the text of a file. The error names the place. */
const parse = (id: string, text: string): Either.Either<Template, string> => {
  const parsed = parseShallow(text)
  if (Either.isLeft(parsed)) {
    if (isTooDeep(text)) return Either.left(parsed.left)
    const errors: ParseError[] = []
    parseTree(text, errors, { disallowComments: true })
    const [first] = errors
    return Either.left(
      first === undefined ? 'not JSON' : `${placeOf(text, first.offset)}: ${printParseErrorCode(first.error)}`,
    )
  }
  return Either.mapLeft(readTemplate(id, parsed.right), ({ path, message }) => {
    if (path.length === 0) return message
    const tree = parseTree(text)
    // The member may be missing: then the place is that of what should contain it.
    const node =
      tree === undefined
        ? undefined
        : (findNodeAtLocation(tree, [...path]) ?? findNodeAtLocation(tree, path.slice(0, -1)) ?? tree)
    return `${placeOf(text, node?.offset ?? 0)}: ${named(path)} ${message}`
  })
}

const read = async (path: string): Promise<Either.Either<Template, string>> => {
  // A FIFO is no file, and opening it would wait for a writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stat = await file.stat()
    if (!stat.isFile()) return Either.left('not a file')
    if (stat.size > MAX_BYTES) return Either.left(`larger than ${MAX_BYTES} bytes`)
    return parse(basename(path, EXTENSION), (await file.readFile('utf8')).replace(/^\uFEFF/, ''))
  } finally {
    await file.close()
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Reads the templates in a folder, and again when a file changes. A wrong file is skipped, with one complaint for each error. */
export const openPipelineTemplates = async (options: TemplatesOptions): Promise<PipelineTemplates> => {
  const { folder, onChange, complain } = options
  let templates: Templates = new Map()
  let complaints: ReadonlySet<string> = new Set()

  const load = async (): Promise<void> => {
    const found = new Map<string, Template>()
    const wrong = new Set<string>()
    const names = (await readdir(folder)).filter((name) => name.endsWith(EXTENSION)).toSorted()
    if (names.length > MAX_FILES)
      wrong.add(`${folder} has more than ${MAX_FILES} pipeline templates; the others are skipped`)
    for (const name of names.slice(0, MAX_FILES)) {
      const path = join(folder, name)
      const template = await read(path).catch((error: unknown) => Either.left(messageOf(error)))
      if (Either.isRight(template)) found.set(template.right.id, template.right)
      else wrong.add(`pipeline template ${JSON.stringify(path)} is skipped: ${template.left}`)
    }
    for (const complaint of wrong) if (!complaints.has(complaint)) complain(complaint)
    complaints = wrong
    templates = found
  }
  const loadAgain = (): Promise<void> =>
    load().then(onChange, (error: unknown) => complain(`the pipeline templates could not be read: ${messageOf(error)}`))

  let running: Promise<void> | undefined
  let following: Promise<void> | undefined
  const start = (): Promise<void> => {
    following = undefined
    return (running = loadAgain().finally(() => (running = undefined)))
  }
  /** Starts a read, or queues one after the running read, which may not have seen the change. */
  const changed = (): void => {
    if (running === undefined) void start()
    else following ??= running.then(start)
  }

  mkdirSync(folder, { recursive: true })
  await load()
  const watcher = watch(folder, {
    depth: 0,
    ignoreInitial: true,
    awaitWriteFinish: { stabilityThreshold: COMPLETE_AFTER, pollInterval: COMPLETE_AFTER / 2 },
  })
  watcher.on('error', (error) => complain(`changes of ${folder} are not noticed: ${messageOf(error)}`))
  watcher.on('add', changed).on('change', changed).on('unlink', changed)
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()))
  // A file may have changed before the watch was ready.
  await start()

  return {
    current: () => templates,
    reread: async () => {
      await running
      await start()
    },
    close: async () => {
      await watcher.close()
      await (following ?? running)
    },
  }
}
