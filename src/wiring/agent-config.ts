import * as Effect from 'effect/Effect'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { updateJournal } from '../adapters/agent-config/update-journal.js'
import { eventIds } from '../adapters/ids.js'
import { configFiles } from '../adapters/agent-config/files.js'
import { type DiskChange, watchConfig } from '../adapters/agent-config/watch.js'
import { configWrites } from '../adapters/agent-config/writes.js'
import { claudeConfig } from '../commands/agent-config/claude/claude.js'
import { codexConfig } from '../commands/agent-config/codex/codex.js'
import { configEdits } from '../commands/agent-config/edit.js'
import { reloadCommand } from '../commands/agent-config/reload.js'
import { updateCommands } from '../commands/agent-config/update-plugins.js'
import { configFileReads } from '../commands/agent-config/files.js'
import { mcpCommands } from '../commands/agent-config/mcp.js'
import { configPlaces } from '../commands/agent-config/places.js'
import type { Serial } from '../commands/kernel/serial.js'
import type { Typing } from '../commands/runs/typing.js'
import type { Clock } from '../commands/ports/clock.js'
import type { ServiceJournal } from '../commands/service/journal.js'
import type { Config } from '../config.js'
import type { Tell } from '../http/live/announcer.js'
import type { Reader } from '../projections/sql.js'
import { held } from './held.js'
import type { ServiceRuntime } from './runtime.js'

/** Where administrators put settings that no user can change. */
const MANAGED = process.platform === 'darwin' ? '/Library/Application Support/ClaudeCode' : '/etc/claude-code'

/** The CLI keeps its state beside its usual home, and inside of any other one. */
export const stateFileOf = (home: string) => ({
  root: home === join(homedir(), '.claude') ? homedir() : home,
  path: '.claude.json',
})

export interface AgentConfigParts extends Pick<Config, 'claudeHome' | 'codexHome' | 'dataDir'> {
  readonly db: Reader
  readonly clock: Clock
  readonly journal: Pick<ServiceJournal, 'configChanged' | 'pluginsUpdated'>
  readonly serial: Serial
  readonly typing: Typing
  readonly runtime: ServiceRuntime
  readonly tell: Tell
  readonly complain: (line: string) => void
}

/** Opens the configuration of the agents on the host: its reads and changes, and what tells live agents about them. */
export const openAgentConfig = ({ claudeHome, codexHome, dataDir, ...parts }: AgentConfigParts) =>
  Effect.gen(function* () {
    const { db, clock, journal, serial, typing, runtime, tell, complain } = parts
    const homes = { claude: claudeHome, codex: codexHome }
    const files = configFiles()
    const places = configPlaces(db)
    const writes = configWrites(join(dataDir, 'config-backups'), clock)
    const own = stateFileOf(homes.claude)
    const stores = { claude: own, codex: { root: homes.codex, path: 'config.toml' } }
    const claude = claudeConfig({
      files,
      userHome: homedir(),
      home: homes.claude,
      state: own,
      managed: MANAGED,
    })
    const onChange = (change: DiskChange): void => tell('config-on-disk', change)
    const watch = yield* held(
      () => watchConfig({ homes, state: { ...own, read: claude.stated }, onChange, complain }),
      (open) => open.close(),
    )
    const reloadAgents = reloadCommand({ db, serial, typing })
    const agentConfig = {
      places,
      follow: watch.follow,
      edits: configEdits({ files, writes, homes, places, journal }),
      mcp: mcpCommands({ files, writes, places, stores, journal }),
      files: configFileReads(files, homes),
      claude,
      codex: codexConfig({ files, home: homes.codex }),
    }
    const pluginUpdates = updateCommands({
      installedNow: claude.installed,
      written: updateJournal(join(dataDir, 'plugin-update.json')),
      journal,
      reload: reloadAgents,
      clock,
      newId: eventIds(),
      fork: runtime.fork,
    })
    return { agentConfig, reloadAgents, pluginUpdates }
  })
