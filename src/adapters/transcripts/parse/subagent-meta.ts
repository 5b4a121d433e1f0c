import { parseBounded } from '../../../domain/json/depth.js'
import { closeSync } from 'node:fs'
import { runOfTranscript } from '../../../domain/companions/workflow-run.js'
import type { Fact } from '../../../domain/transcript/facts/facts.js'
import { fields, idOf, textOf } from '../../../domain/transcript/json.js'
import { factOf } from '../../../domain/transcript/facts/reducer.js'
import { bytesOf, openRegular } from '../../files/regular-file.js'

const META_MAX = 64 * 1024
const DESCRIPTION_MAX = 500

/** Reads what Claude Code writes beside a subagent's transcript about its origin; null when missing. */
function readMeta(path: string): unknown {
  const opened = openRegular(path.replace(/\.jsonl$/, '.meta.json'))
  if (opened === null) return null
  try {
    return parseBounded(bytesOf(opened.fd, Math.min(META_MAX, opened.stats.size)).toString('utf8'))
  } catch {
    return null
  } finally {
    closeSync(opened.fd)
  }
}

/** Returns the fact that a subagent has a transcript, and whether its origin is known. */
export function subagentFound(
  path: string,
  agent: string,
  at: number,
): { readonly fact: Fact; readonly known: boolean } {
  const meta = readMeta(path)
  const { agentType, description, toolUseId } = fields(meta)
  const own = {
    agentType: idOf(agentType),
    description: textOf(description, DESCRIPTION_MAX),
    toolUseId: idOf(toolUseId),
  }
  const run = runOfTranscript(path)
  const told = run === null ? own : { ...own, workflowRun: run }
  const id = JSON.stringify(Object.values(told))
  return { fact: factOf('subagent-transcript-found', { at, line: 1, agent, id }, 0, told), known: meta !== null }
}
