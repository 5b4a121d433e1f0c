import * as Either from 'effect/Either'
import { join } from 'node:path'
import type { AgentCliPort, HookChange, HooksRefused, HookStatus } from '../../commands/ports/agent-cli.js'
import { lineDiff } from '../../domain/line-diff.js'
import { type Provider, PROVIDERS } from '../../domain/tools/catalog.js'
import { claudeHooks } from './claude-hooks.js'
import { codexHooks } from './codex-hooks.js'
import { isForwarderCurrent, writeForwarder } from './forwarder.js'
import {
  areHooksOff,
  type HookPlan,
  installedText,
  surveyText,
  uninstalledText,
  withoutOthersText,
} from './hooks-file.js'
import { readSettings, writeSettings } from './settings-file.js'

interface AgentCliHomes {
  /** Where the forwarder script goes. */
  readonly dataDir: string
  /** Claude Code's home: holds `settings.json`. */
  readonly claudeHome: string
  /** Codex's home: holds `hooks.json`. */
  readonly codexHome: string
}

interface Target {
  readonly path: string
  readonly plan: HookPlan
  readonly notice: (text: string) => string | null
}

const claudeNotice = (text: string): string | null =>
  areHooksOff(text) ? 'Hooks are disabled in Claude Code: remove "disableAllHooks" from its settings.' : null

const codexNotice = (): string => 'Codex runs only trusted hooks: start codex, open /hooks and trust the new ones.'

const targetsIn = ({ dataDir, claudeHome, codexHome }: AgentCliHomes): Readonly<Record<Provider, Target>> => ({
  claude: { path: join(claudeHome, 'settings.json'), plan: claudeHooks(dataDir), notice: claudeNotice },
  codex: { path: join(codexHome, 'hooks.json'), plan: codexHooks(dataDir), notice: codexNotice },
})

const statusOf = ({ path, plan }: Target, text: string): HookStatus => ({ path, ...surveyText(text, plan) })

type Edit = (text: string, plan: HookPlan) => string
const EDITS = {
  install: installedText,
  uninstall: uninstalledText,
  uninstallOther: withoutOthersText,
} as const satisfies Readonly<Record<string, Edit>>

const change = (target: Target, edit: Edit): HookChange => {
  const before = readSettings(target.path)
  const after = edit(before, target.plan)
  const changed = after !== before
  const backup = changed ? writeSettings(target.path, after) : null
  return { changed, backup, status: statusOf(target, after), notice: null }
}

/** At most 4,000 lines against 4,000: more would block the service for longer than a preview is worth. */
const DIFF_LIMIT = 16_000_000

/** Returns the lines that differ, in order: `-` for removed lines, `+` for added ones. */
const changedLines = (before: string, after: string): string =>
  before === after
    ? ''
    : lineDiff(before.split('\n'), after.split('\n'), DIFF_LIMIT)
        .filter(({ mark }) => mark !== ' ')
        .map(({ mark, text }) => `${mark} ${text}`)
        .join('\n')

/** Returns the port that reads and changes the hook settings of Claude Code and Codex in the given homes. */
export const agentCli = (homes: AgentCliHomes): AgentCliPort => {
  const targets = targetsIn(homes)

  /** Runs `work`. Any failure means that the user's settings file could not be changed and is left unchanged. */
  const attempt = <A>(provider: Provider, work: (target: Target) => A): Either.Either<A, HooksRefused> =>
    Either.try({
      try: () => work(targets[provider]),
      catch: (error) => {
        const { path } = targets[provider]
        const reason = error instanceof Error ? error.message : String(error)
        return { _tag: 'HooksRefused' as const, message: `${path}: ${reason}`, path, reason }
      },
    })

  return {
    install: (provider) =>
      attempt(provider, (target) => {
        // Write the script first, so that no hook names a missing file. Refresh it even when the settings are already in place.
        writeForwarder(homes.dataDir)
        return { ...change(target, EDITS.install), notice: target.notice(readSettings(target.path)) }
      }),
    uninstall: (provider) => attempt(provider, (target) => change(target, EDITS.uninstall)),
    uninstallOther: (provider) => attempt(provider, (target) => change(target, EDITS.uninstallOther)),
    status: (provider) => attempt(provider, (target) => statusOf(target, readSettings(target.path))),
    preview: (provider, change) =>
      attempt(provider, ({ path, plan }) => {
        const text = readSettings(path)
        return changedLines(text, EDITS[change](text, plan))
      }),
  }
}

/**
 * Writes the script that installed hooks run if it is missing or of another release. A hook without its script succeeds and sends
 * nothing.
 */
export const renewScript = (homes: AgentCliHomes): void => {
  const isCurrent = isForwarderCurrent(homes.dataDir)
  if (isCurrent === null ? areHooksInstalled(homes) : !isCurrent) writeForwarder(homes.dataDir)
}

const areHooksInstalled = (homes: AgentCliHomes): boolean => {
  const { status } = agentCli(homes)
  return PROVIDERS.some((provider) => Either.getOrNull(status(provider))?.has_dashboard_hooks === true)
}
