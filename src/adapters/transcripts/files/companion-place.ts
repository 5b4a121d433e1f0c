import type { CompanionFile } from '../../../commands/ports/companions.js'
import { runOfJournal, runOfScript } from '../../../domain/companions/workflow-run.js'

/** The file in which Codex stores the titles of its sessions. */
export const CODEX_TITLES = 'session_index.jsonl'

/** The file in which Codex records the sessions of other agents that it imported. */
export const CODEX_IMPORTS = 'external_agent_session_imports.json'

/** Whether a path is one where Claude Code writes journals and scripts of workflow runs. */
export const isWorkflowFile = (folders: readonly string[], name: string): boolean =>
  workflowFile(folders, name) !== null

/** Recognises `<session>/workflows/wf_….json` and `<session>/workflows/scripts/<name>-wf_….js`; `folders` lead to the file. */
function workflowFile(folders: readonly string[], name: string): Pick<CompanionFile, 'kind' | 'session'> | null {
  const [above, parent, own] = [folders.at(-3), folders.at(-2), folders.at(-1)]
  if (own === 'workflows' && parent !== undefined && parent !== 'subagents' && runOfJournal(name) !== null)
    return { kind: 'workflow-journal', session: parent }
  if (own === 'scripts' && parent === 'workflows' && above !== undefined && runOfScript(name) !== null)
    return { kind: 'workflow-script', session: above }
  return null
}

/** Returns what a file beside the transcripts is; null for any other file. `folders` lead from the root to it. */
export const companionAt = (
  folders: readonly string[],
  name: string,
): Pick<CompanionFile, 'kind' | 'session'> | null =>
  name === CODEX_TITLES ? { kind: 'codex-titles', session: null } : workflowFile(folders, name)
