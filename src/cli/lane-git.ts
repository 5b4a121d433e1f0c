import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { readConfig } from '../config.js'
import { plain } from '../domain/text.js'
import { MINUTE } from '../domain/time.js'
import type { RouteAnswer } from '../http/contract/index.js'
import { Failure, USAGE } from './exit.js'
import { painter, print, printJson, say } from './output.js'
import { type Ask, askService } from './service.js'

interface JsonOption {
  readonly json?: boolean
}

interface ChangesOptions extends JsonOption {
  readonly branch?: boolean
  readonly diff?: boolean
}

interface CommitOptions extends JsonOption {
  readonly message?: string
  readonly messageFile?: string
  readonly suggest?: boolean
  readonly staged?: boolean
}

type Changes = Extract<RouteAnswer<'GET /api/lanes/:id/git/changes'>, { readonly available: true }>
type Change = Changes['files'][number]

/** A commit runs the hooks of the repository, which may take minutes. */
const PATIENCE_MS = 11 * MINUTE

const service = (): Ask => askService(readConfig(), PATIENCE_MS)

/** Adds the commands for the repository of a lane. */
export const addGitCommands = (command: Command): void => {
  command
    .command('changes')
    .description('list the changed files of a lane, or show the changes of one')
    .argument('<id>', 'the id of the lane')
    .argument('[path]', 'a changed file, relative to the lane')
    .option('--branch', 'since the branch left its base, instead of since the last commit')
    .option('--diff', 'show the changes of all files')
    .option('--json', 'print the changes as JSON')
    .action((id: string, path: string | undefined, options: ChangesOptions) => changes(service(), id, path, options))
  command
    .command('commit')
    .description('commit all changes of a lane and print the id of the commit')
    .argument('<id>', 'the id of the lane')
    .option('-m, --message <text>', 'the message')
    .option('--message-file <path>', 'read the message from a file; - is stdin')
    .option('--suggest', 'let the agent CLI of the lane write the message from what is staged; implies --staged')
    .option('--staged', 'only what is staged')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', COMMIT_EXAMPLES)
    .action((id: string, options: CommitOptions) => commit(service(), id, options))
  command
    .command('push')
    .description('push the branch of a lane; a branch without an upstream gets one')
    .argument('<id>', 'the id of the lane')
    .option('--json', 'print the result as JSON')
    .action((id: string, options: JsonOption) => push(service(), id, options))
}

const COMMIT_EXAMPLES = `
Examples:
  switchyard lanes commit 3 -m "cart: accept gift cards"
  switchyard lanes commit 3 --suggest && switchyard lanes push 3`

/** Prints the changed files, or the hunks of some of them. */
const changes = async (ask: Ask, id: string, path: string | undefined, options: ChangesOptions): Promise<void> => {
  const { branch, diff, json } = options
  const query = {
    ...(branch === true ? { range: 'branch' } : {}),
    ...(path === undefined ? {} : { path }),
    ...(diff === true ? { full: 1 } : {}),
  }
  const found = await ask('GET /api/lanes/:id/git/changes', { id }, query)
  if (json) return printJson(found)
  if (!found.available) throw new Failure(`git cannot read the directory of lane ${id}`)
  const paint = painter(readConfig())
  if (found.files.length === 0) return say('no changes')
  for (const file of found.files) {
    print(lineOf(file))
    for (const { header, context, lines } of file.hunks) {
      print(paint('dim', plain(`${header} ${context}`.trimEnd())))
      for (const line of lines) print(lineOfHunk(line, paint))
    }
  }
  if (found.truncated) say('not everything is shown: there are too many changes')
  return undefined
}

/** Staged, unstaged or both, as columns: git's letter, and where the change is. */
const lineOf = ({ path, from, status, staged, unstaged, added, deleted }: Change): string => {
  const where = staged === true ? (unstaged === true ? 'partly staged' : 'staged') : ''
  const counts = added === null ? 'binary' : `+${added} -${deleted ?? 0}`
  const name = plain(from === null ? path : `${from} => ${path}`).replaceAll(/[\t\n]/g, ' ')
  return [status, counts, name, ...(where === '' ? [] : [`(${where})`])].join(' ')
}

const SIGNS = { added: '+', removed: '-', context: ' ' } as const
const COLOURS = { added: 'green', removed: 'red' } as const

const lineOfHunk = (
  { type, text: content, noNewline }: Change['hunks'][number]['lines'][number],
  paint: ReturnType<typeof painter>,
): string => {
  const line = SIGNS[type] + plain(content)
  const painted = type === 'context' ? line : paint(COLOURS[type], line)
  return noNewline === true ? `${painted}\n\\ No newline at end of file` : painted
}

const messageOf = async (ask: Ask, id: string, options: CommitOptions): Promise<string> => {
  const { message, messageFile, suggest } = options
  const given = [message, messageFile, suggest === true ? '' : undefined].filter((one) => one !== undefined)
  if (given.length !== 1) throw new Failure('give one of --message, --message-file and --suggest', USAGE)
  if (message !== undefined) return message
  if (messageFile === '-') return text(process.stdin)
  if (messageFile === undefined) return (await ask('POST /api/lanes/:id/git/commit-message', { id })).message
  return readFile(messageFile, 'utf8').catch((error: unknown) => {
    throw new Failure(`the message cannot be read: ${(error as Error).message}`)
  })
}

const commit = async (ask: Ask, id: string, options: CommitOptions): Promise<void> => {
  const message = await messageOf(ask, id, options)
  const isStaged = options.staged === true || options.suggest === true
  const body = { message, ...(isStaged ? { only: 'staged' as const } : {}) }
  const done = await ask('POST /api/lanes/:id/git/:action', { id, action: 'commit' }, {}, body)
  if (options.json) return printJson({ ...done, message })
  const log = await ask('GET /api/lanes/:id/git/log', { id }, { limit: 1 })
  if (log.available && log.commits[0] !== undefined) print(log.commits[0].sha)
  return say(plain(message.split('\n', 1)[0] ?? ''))
}

const push = async (ask: Ask, id: string, { json }: JsonOption): Promise<void> => {
  const done = await ask('POST /api/lanes/:id/git/:action', { id, action: 'push' }, {}, {})
  if (json) return printJson(done)
  return say(plain(done.output) || 'pushed')
}
