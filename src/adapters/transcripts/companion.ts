import { closeSync } from 'node:fs'
import { basename } from 'node:path'
import type { CompanionFact, CompanionFile } from '../../commands/ports/companions.js'
import { parseBounded } from '../../domain/depth.js'
import { codexTitles } from '../../domain/companions/codex-titles.js'
import {
  launchedRun,
  runOfJournal,
  runOfScript,
  type WorkflowRun,
  workflowRun,
} from '../../domain/companions/workflow-run.js'
import { openRegular, reading } from './regular-file.js'

/** A larger file is not read: a journal holds the answers of its agents, and an index a line per title. */
const MOST_BYTES = 32 * 1024 * 1024

function textOf(path: string): string | null {
  const opened = openRegular(path)
  if (opened === null) return null
  try {
    if (opened.stats.size > MOST_BYTES) return null
    const buffer = Buffer.alloc(opened.stats.size)
    return buffer.toString('utf8', 0, reading(opened.fd)(buffer, 0))
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
    // Half-written: it changes again when the rest is written.
    return null
  }
}

const runFact = (file: CompanionFile, run: WorkflowRun | null): CompanionFact[] => {
  if (run === null || file.session === null) return []
  const json = JSON.stringify(run)
  const at = run.endedAt ?? run.startedAt ?? file.mtimeMs
  const { session } = file
  return [{ session, provider: 'claude', type: 'workflow-run-recorded', at, json, identity: json }]
}

const titleFacts = (file: CompanionFile): CompanionFact[] =>
  codexTitles(textOf(file.path) ?? '').map(({ session, title, at, line }) => ({
    session,
    provider: 'codex',
    type: 'session-renamed-in-transcript',
    at: at ?? file.mtimeMs,
    json: JSON.stringify({ line, agent: null, title, by: 'cli' }),
    identity: `title ${line} ${title}`,
  }))

/** What a file beside the transcripts says about sessions. Of a script only its name and its time are looked at. */
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
  }
}
