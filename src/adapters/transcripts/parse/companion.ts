import { closeSync } from 'node:fs'
import { basename } from 'node:path'
import type { CompanionFact, CompanionFile } from '../../../commands/ports/companions.js'
import { parseBounded } from '../../../domain/json/depth.js'
import { codexImports } from '../../../domain/companions/codex-imports.js'
import { codexTitles } from '../../../domain/companions/codex-titles.js'
import {
  launchedRun,
  runOfJournal,
  runOfScript,
  type WorkflowRun,
  workflowRun,
} from '../../../domain/companions/workflow-run.js'
import { bytesOf, openRegular } from '../../files/regular-file.js'

/** Larger files are skipped. A journal contains the answers of its agents; a title index one line per title. */
const MOST_BYTES = 32 * 1024 * 1024

function textOf(path: string): string | null {
  const opened = openRegular(path)
  if (opened === null) return null
  try {
    if (opened.stats.size > MOST_BYTES) return null
    return bytesOf(opened.fd, opened.stats.size).toString('utf8')
  } finally {
    closeSync(opened.fd)
  }
}

function journalOf(path: string): WorkflowRun | null {
  const run = runOfJournal(basename(path))
  const text = run === null ? null : textOf(path)
  if (run === null || text === null) return null
  try {
    return workflowRun(parseBounded(text), run, path)
  } catch {
    // Half-written: the file changes again when the rest is written.
    return null
  }
}

const runFact = (file: CompanionFile, run: WorkflowRun | null): CompanionFact[] => {
  if (run === null || file.session === null) return []
  const provider = 'claude'
  const json = JSON.stringify({ provider, ...run })
  const at = run.endedAt ?? run.startedAt ?? file.mtimeMs
  const { session } = file
  return [{ session, type: 'workflow-run-recorded', at, json, identity: JSON.stringify(run) }]
}

const titleFacts = (file: CompanionFile): CompanionFact[] =>
  codexTitles(textOf(file.path) ?? '').map(({ session, title, at, line }) => ({
    session,
    type: 'session-renamed-in-transcript',
    at: at ?? file.mtimeMs,
    json: JSON.stringify({ provider: 'codex', line, agent: null, title, by: 'cli' }),
    identity: `title ${line} ${title}`,
  }))

const importFacts = (file: CompanionFile): CompanionFact[] =>
  codexImports(textOf(file.path) ?? '').map(({ thread, original, at }) => {
    const context = { cwd: null, model: null, version: null, gitBranch: null, parentSession: original }
    return {
      session: thread,
      type: 'transcript-context-recorded',
      at: at ?? file.mtimeMs,
      json: JSON.stringify({ provider: 'codex', line: 1, agent: null, ...context, thread: 'import' }),
      identity: `import of ${original ?? 'a session'}`,
    }
  })

/** Reads what a file beside the transcripts says about sessions. Of a script, only the name and the time are used. */
export function readCompanion(file: CompanionFile): readonly CompanionFact[] {
  switch (file.kind) {
    case 'workflow-journal':
      return runFact(file, journalOf(file.path))
    case 'workflow-script': {
      const launched = runOfScript(basename(file.path))
      return launched === null ? [] : runFact(file, launchedRun(launched, file.path, file.mtimeMs))
    }
    case 'codex-titles':
      return titleFacts(file)
    case 'codex-imports':
      return importFacts(file)
  }
}
