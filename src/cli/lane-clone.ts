import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../config.js'
import { plain } from '../domain/text.js'
import { MINUTE } from '../domain/time.js'
import { isToolId } from '../domain/tools/catalog.js'
import { Failure, USAGE } from './exit.js'
import { print, printJson, say } from './output.js'
import { askSecret, secretFromStdin } from './server/secret.js'
import { type Ask, askService, Refused } from './service.js'

interface CloneOptions {
  readonly into: string
  readonly name?: string
  readonly title?: string
  readonly tool?: string
  readonly user?: string
  readonly passwordStdin?: boolean
  readonly remember?: boolean
  readonly json?: boolean
}

/** A clone takes at most ten minutes. */
const PATIENCE_MS = 11 * MINUTE

/** Adds the command that clones a repository and makes it a lane. */
export const addCloneCommand = (command: Command): void => {
  command
    .command('clone')
    .description('clone a repository, make it a lane, and print its directory')
    .argument('<url>', 'an https or ssh address')
    .option('--into <directory>', 'the directory that gets the new one', '.')
    .option('--name <name>', 'its name (default: that of the repository)')
    .option('--title <text>', 'the title of the lane')
    .option('--tool <id>', 'the agent CLI: cli_a (Claude Code) or cli_b (Codex)')
    .option('--user <name>', 'the user name of an https address; the password is asked for')
    .option('--password-stdin', 'read the password or token from stdin')
    .option('--remember', 'keep the login for later fetches and pushes')
    .option('--json', 'print the lane as JSON')
    .addHelpText('after', EXAMPLES)
    .action((url: string, options: CloneOptions) => clone(askService(readConfig(), PATIENCE_MS), url, options))
}

const EXAMPLES = `
Examples:
  switchyard lanes clone git@github.com:acme/shop.git --into ~/code
  switchyard lanes clone https://git.example.com/shop.git --user ada --password-stdin < token`

const clone = async (ask: Ask, url: string, options: CloneOptions): Promise<void> => {
  const { into, name, title, tool, json } = options
  const credentials = await loginOf(options)
  say(`cloning ${url} …`)
  const { lane, path } = await ask(
    'POST /api/lanes/clone',
    {},
    {},
    {
      url,
      parent: resolve(into),
      ...(name === undefined ? {} : { name }),
      ...(title === undefined ? {} : { title }),
      ...(tool === undefined ? {} : { tool: toolNamed(tool) }),
      ...(credentials === null ? {} : { credentials }),
    },
  ).catch((error: unknown) => {
    throw error instanceof Refused ? new Failure(`${error.message}${nextStep(error)}`) : error
  })
  if (json) return printJson({ lane, path })
  say(`lane ${lane.id}`)
  print(path)
}

/** Returns what to do about a refusal. */
const nextStep = ({ error: { code, fingerprint } }: Refused): string => {
  if (code === 'ECREDENTIALS') return ': use --user'
  if (code !== 'ESSHAUTH' || typeof fingerprint !== 'string') return ''
  return `. It shows the key ${plain(fingerprint)}: compare it, connect once with ssh to accept it, and try again`
}

const toolNamed = (tool: string) => {
  if (!isToolId(tool)) throw new Failure(`there is no agent CLI ${tool}`, USAGE)
  return tool
}

const loginOf = async ({ user, passwordStdin, remember }: CloneOptions) => {
  if (user === undefined) {
    if (passwordStdin === true || remember === true)
      throw new Failure('--password-stdin and --remember need --user', USAGE)
    return null
  }
  const password = passwordStdin === true ? await secretFromStdin() : await askSecret('Password: ')
  return { username: user, password, ...(remember === true ? { remember } : {}) }
}
