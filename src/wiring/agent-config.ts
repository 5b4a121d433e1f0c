import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { configFiles } from '../adapters/agent-config/files.js'
import { configWrites } from '../adapters/agent-config/writes.js'
import { claudeConfig } from '../commands/agent-config/claude/claude.js'
import { codexConfig } from '../commands/agent-config/codex/codex.js'
import { configEdits } from '../commands/agent-config/edit.js'
import { configFileReads } from '../commands/agent-config/files.js'
import { mcpCommands } from '../commands/agent-config/mcp.js'
import { configPlaces } from '../commands/agent-config/places.js'
import type { Clock } from '../commands/ports/clock.js'
import type { ServiceJournal } from '../commands/service/journal.js'
import type { Config } from '../config.js'
import type { Reader } from '../projections/sql.js'

/** Where administrators put settings that no user can change. */
const MANAGED = process.platform === 'darwin' ? '/Library/Application Support/ClaudeCode' : '/etc/claude-code'

/** The CLI keeps its state beside its usual home, and inside of any other one. */
const stateFileOf = (home: string): string =>
  home === join(homedir(), '.claude') ? join(homedir(), '.claude.json') : join(home, '.claude.json')

interface AgentConfigParts {
  readonly db: Reader
  readonly clock: Clock
  readonly journal: Pick<ServiceJournal, 'configChanged'>
}

/** Opens the configuration of the agents on the host. */
export const openAgentConfig = (config: Config, { db, clock, journal }: AgentConfigParts) => {
  const homes = { claude: config.claudeHome, codex: config.codexHome }
  const files = configFiles()
  const places = configPlaces(db)
  const writes = configWrites(join(config.dataDir, 'config-backups'), clock)
  const state = stateFileOf(homes.claude)
  const own = { root: dirname(state), path: basename(state) }
  const stores = { claude: own, codex: { root: homes.codex, path: 'config.toml' } }
  return {
    places,
    edits: configEdits({ files, writes, homes, places, journal }),
    mcp: mcpCommands({ files, writes, places, stores, journal }),
    files: configFileReads(files, homes),
    claude: claudeConfig({
      files,
      userHome: homedir(),
      home: homes.claude,
      state: own,
      managed: MANAGED,
    }),
    codex: codexConfig({ files, home: homes.codex }),
  }
}

export type AgentConfig = ReturnType<typeof openAgentConfig>
