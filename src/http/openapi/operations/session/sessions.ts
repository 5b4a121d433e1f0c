import type { sessions } from '../../../contract/session/sessions.js'
import type { Operations } from '../../operation.js'
import { SESSION_ID, MAIN_ID, tokens, session, mainAgent, subagent, event } from '../../samples.js'

const made = { ...session, situation: 'working', awaiting_input_since: null, awaiting_reason: null } as const

const failed = {
  ...session,
  status: 'error',
  situation: 'failed',
  awaiting_input_since: null,
  awaiting_reason: null,
} as const

export const sessionsOperations: Operations<keyof typeof sessions> = {
  'GET /api/sessions': {
    description:
      'Lists sessions, most recent activity first. `total` counts all sessions that match the filters, before paging. Use `cursor` to page: its speed does not depend on the position in the list.',
    answer: { sessions: [session], total: 1, limit: 50, offset: 0, next_cursor: null },
  },
  'GET /api/sessions/facets': {
    description:
      'Lists the directories, sources, providers, models, statuses and tags to filter by. Each count applies all other filters.',
    answer: {
      cwds: ['/home/ada/shop'],
      sources: ['local'],
      providers: ['claude'],
      counts: {
        provider: [{ value: 'claude', count: 12 }],
        status: [
          { value: 'completed', count: 11 },
          { value: 'active', count: 1 },
        ],
        state: [
          { value: 'done', count: 11 },
          { value: 'needs_you', count: 1 },
        ],
        model: [{ value: 'claude-sonnet-4-5', count: 12 }],
        cwd: [{ value: '/home/ada/shop', count: 12 }],
        source: [{ value: 'local', count: 12 }],
        tag: [{ value: 'checkout', count: 2 }],
      },
    },
  },
  'GET /api/sessions/groups': {
    description:
      'Counts the matching sessions and their cost: today, yesterday, the rest of the week from Monday, and by month. Pinned sessions are counted separately.',
    answer: {
      pinned: { sessions: 1, cost: 8.91 },
      groups: [
        { kind: 'today', from: '2026-11-20T00:00:00.000Z', to: null, sessions: 9, cost: 14.62 },
        {
          kind: 'yesterday',
          from: '2026-11-19T00:00:00.000Z',
          to: '2026-11-20T00:00:00.000Z',
          sessions: 4,
          cost: 5.85,
        },
      ],
    },
  },
  'GET /api/sessions/:id': {
    description: 'Returns a session with all its agents and its newest events. `events_limit=0` omits the events.',
    answer: {
      session: { ...session, todo_snapshot: null },
      agents: [mainAgent, subagent],
      events: [event],
      workflows: [],
    },
  },
  'GET /api/sessions/:id/stats': {
    description: 'Returns counts of one session: events by type, the 15 most used tools, errors, agents and tokens.',
    answer: {
      session_id: SESSION_ID,
      total_events: 64,
      events_by_type: [
        { event_type: 'PreToolUse', count: 30 },
        { event_type: 'PostToolUse', count: 29 },
        { event_type: 'PermissionRequest', count: 5 },
      ],
      tools_used: [
        { tool_name: 'Read', count: 18 },
        { tool_name: 'Bash', count: 12 },
      ],
      error_count: 0,
      first_event_at: '2026-11-20T09:14:02.113Z',
      last_event_at: '2026-11-20T09:31:40.502Z',
      agents: { total: 2, main: 1, subagent: 1, compaction: 0, by_status: { waiting: 1, completed: 1 } },
      subagent_types: [{ subagent_type: 'Explore', count: 1 }],
      tokens,
      tool_call_count: 30,
      distinct_tool_count: 2,
    },
  },
  'GET /api/sessions/:id/terminal': {
    description:
      'Returns the terminal of an active session whose process runs, read from the machine at the time of the request. Of a session of another machine only the name of the machine is known. `command` shows the tmux pane.',
    answer: {
      terminal: {
        host: 'workbench',
        local: true,
        pid: 41_852,
        tty: '/dev/pts/3',
        tmux: {
          socket: '/tmp/tmux-1000/default',
          pane: '%5',
          place: 'shop:2.0',
          command: 'tmux -S /tmp/tmux-1000/default select-window -t %5 \\; select-pane -t %5',
        },
      },
    },
  },
  'GET /api/sessions/:id/agents': {
    description: 'Lists the agents of a session: the main agent first, then subagents by start time.',
    answer: { agents: [mainAgent, subagent] },
  },
  'GET /api/sessions/:id/transcripts': {
    description:
      'Lists the transcripts of a session. `has_transcript` is true if the file or a copy of it is readable.',
    answer: {
      transcripts: [
        {
          id: 'main',
          name: 'Main Agent - Fix the retry of failed uploads',
          type: 'main',
          subagent_type: null,
          has_transcript: true,
          db_agent_id: MAIN_ID,
        },
      ],
    },
  },
  'GET /api/sessions/:id/transcript': {
    description:
      'Returns a page of a conversation, by default the newest. `after` and `before` are line numbers of the transcript. Where no transcript is readable, the page is made from hooks: `from_hooks` is true, `line` is the id of an event, and thoughts and text between calls are missing.',
    answer: {
      messages: [
        {
          type: 'user',
          sender: 'user',
          timestamp: '2026-11-20T09:14:05.000Z',
          content: [{ type: 'text', text: 'Uploads that fail once are never retried. Find out why and fix it.' }],
          line: 3,
        },
        {
          type: 'assistant',
          sender: 'assistant',
          timestamp: '2026-11-20T09:14:09.420Z',
          content: [{ type: 'tool_use', id: 'toolu_01', name: 'Grep', input: { pattern: 'upload\\(' } }],
          line: 4,
          model: 'claude-sonnet-4-5',
        },
      ],
      total: 2,
      has_more: false,
      last_line: 4,
      first_line: 3,
      from_hooks: false,
    },
  },
  'GET /api/sessions/:id/transcript-image': {
    description: 'Returns an image of a conversation. Image blocks link to it in `src`.',
  },
  'GET /api/sessions/:id/transcript-line': {
    description:
      'Returns one line of a transcript file as indented JSON, without image data. `cut` is true if the line was truncated.',
    answer: { line: 4, json: '{\n  "type": "assistant"\n}', cut: false },
  },
  'GET /api/sessions/:id/transcript-find': {
    description:
      'Finds the lines of a conversation that contain a text (case-insensitive), with the number of matches per line.',
    answer: { hits: [{ line: 3, count: 1 }], cut: false },
  },
  'POST /api/sessions': {
    description: 'Creates a session. An existing session is returned unchanged with status 200 and `created: false`.',
    request: { id: SESSION_ID, name: 'Fix the retry of failed uploads', cwd: '/home/ada/shop' },
    answer: { session: made, created: true },
  },
  'PATCH /api/sessions/:id': {
    description: 'Updates the name, status, end time, metadata or pin of a session. Omitted fields are unchanged.',
    request: { name: 'Retry failed uploads', status: 'completed' },
    answer: { session: { ...made, name: 'Retry failed uploads', status: 'completed', situation: 'done' } },
  },
  'POST /api/sessions/:id/dismiss': {
    description:
      'Dismisses the failure of a session: `failure_dismissed` is true until the session fails again. `situation` stays `failed`.',
    answer: { session: { ...failed, failure_dismissed: true } },
  },
  'DELETE /api/sessions/:id/dismiss': {
    description: 'Restores the dismissed failure of a session. Has no effect if none was dismissed.',
    answer: { session: failed },
  },
}
