import * as Effect from 'effect/Effect'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { systemClock } from '../adapters/clock.js'
import { eventIds } from '../adapters/ids.js'
import { systemProcesses } from '../adapters/process/processes.js'
import { sqliteCursors } from '../adapters/sqlite/cursors.js'
import { openParser } from '../adapters/transcripts/thread/parser.js'
import { erasedTranscripts } from '../commands/ingest/erased.js'
import { OF_ONE_USER } from '../commands/ingest/session-evidence.js'
import { importHistory } from '../commands/ingest/history.js'
import type { TranscriptRoots } from '../commands/ports/transcripts.js'
import { type Config, readConfig } from '../config.js'
import { openCompanions } from '../wiring/companions.js'
import { ownersIn } from '../wiring/owners.js'
import { transcriptRoots } from '../wiring/homes.js'
import { Failure } from './exit.js'
import { offline } from './offline.js'
import { importBar, printJson, say } from './output.js'

export const importCommand = (): Command =>
  new Command('import')
    .description(
      'import transcripts from the default directories or from a path (stop the service first; it imports on its own)',
    )
    .argument('[path]', 'a directory that contains projects/ (Claude Code) or sessions/ (Codex)')
    .option('--json', 'print the result as JSON')
    .action(async (path: string | undefined, { json }: { json?: boolean }) => {
      const config = readConfig()
      const roots = rootsOf(config, path)
      const result = await offline(config, async ({ committer, journal, projector, checkpointer }) => {
        if (!projector.prepare()) await Effect.runPromise(journal.rebuilt(await projector.rebuild(() => undefined)))
        const clock = systemClock()
        const parser = openParser(null, say)
        try {
          const { db } = projector
          const erased = erasedTranscripts(committer, db, () => true)
          const cursors = sqliteCursors(db)
          const owners = ownersIn(config.dataDir, db, cursors)
          const companions = openCompanions({
            committer,
            parser,
            cursors,
            erased,
            evidence: OF_ONE_USER,
            db,
            complain: say,
          })
          const parts = { committer, parser, cursors, erased, owners, clock, db, companions }
          const processes = systemProcesses(clock)
          const bar = importBar(process.stderr)
          return await importHistory({ ...parts, processes, nextId: eventIds(), room: checkpointer.room })(
            roots,
            path === undefined ? 'default' : 'path',
            bar,
          )
        } finally {
          await parser.close()
        }
      })
      if (json) return printJson(result)
      if (result.total === 0) say(`nothing new: ${result.counters.unchanged} files are unchanged`)
      return undefined
    })

const rootsOf = (config: Config, path: string | undefined): TranscriptRoots => {
  if (path === undefined) return transcriptRoots(config)
  const root = resolve(path)
  const roots = {
    claude: existsSync(join(root, 'projects')) ? root : null,
    codex: existsSync(join(root, 'sessions')) ? root : null,
  }
  if (roots.claude === null && roots.codex === null) {
    throw new Failure(`${root} contains neither projects/ (Claude Code) nor sessions/ (Codex)`)
  }
  return roots
}
