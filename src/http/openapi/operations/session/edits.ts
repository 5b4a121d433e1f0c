import type { edits } from '../../../contract/session/edits.js'
import type { Operations } from '../../operation.js'
import { MAIN_ID } from '../../samples.js'

export const editsOperations: Operations<keyof typeof edits> = {
  'GET /api/sessions/:id/files': {
    description:
      "Lists the files that tool calls of the session's agents changed, with the sums of their lines. Changes by shell commands are not included, except patches of Codex. Read from the transcripts.",
    answer: {
      files: [{ path: 'src/upload.ts', added: 6, removed: 4, edits: 1, failures: 0 }],
      added: 6,
      removed: 4,
      edits: 1,
      failures: 0,
    },
  },
  'GET /api/sessions/:id/edits': {
    description:
      'Lists the file changes of a session, oldest first, with the changed lines. A failed change has an error instead.',
    answer: {
      edits: [
        {
          call_id: 'toolu_01Q7c',
          tool: 'Edit',
          path: 'src/upload.ts',
          state: 'done',
          at: '2026-11-20T09:15:02.004Z',
          agent_id: MAIN_ID,
          line: 14,
          added: 1,
          removed: 1,
          hunks: [{ old_start: 9, new_start: 9, lines: ['-const TRIES = 1', '+const TRIES = 3', ' '] }],
          omitted_lines: 0,
          failure: null,
        },
      ],
      total: 1,
      limit: 20,
      offset: 0,
    },
  },
  'GET /api/sessions/:id/conversation.md': {
    description:
      'Exports the conversation of the main agent, or of `agent_id`, as Markdown. Without `tool_output`, each tool call is one line.',
    text: '# Fix the retry of failed uploads\n\n## User (2026-11-20 09:14 UTC)\n\nUploads that fail once are never retried.\n',
  },
}
