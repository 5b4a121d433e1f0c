import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import type { TranscriptParser } from '../../commands/ports/transcripts.js'
import type { Provider } from '../../domain/tools/catalog.js'

/** Returns a function that describes the default transcript directory of a provider: path, projects, number of files. */
export const historyFacts =
  (homes: Readonly<Record<Provider, string>>, parser: Pick<TranscriptParser, 'list'>) => async (provider: Provider) => {
    const directory = join(homes[provider], provider === 'claude' ? 'projects' : 'sessions')
    const found = await parser.list({
      claude: provider === 'claude' ? homes.claude : null,
      codex: provider === 'codex' ? homes.codex : null,
    })
    // Claude Code has one folder per project, Codex one per day.
    const folders = found.map(({ path }) =>
      provider === 'claude' ? relative(directory, path).split(sep)[0] : dirname(path),
    )
    const home = homedir()
    return {
      directory,
      shown: directory.startsWith(home + sep) ? `~${directory.slice(home.length)}` : directory,
      exists: existsSync(directory),
      projects: new Set(folders).size,
      files: found.length,
    }
  }
