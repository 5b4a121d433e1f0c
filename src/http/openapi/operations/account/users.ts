import type { users } from '../../../contract/account/users.js'
import type { Operations } from '../../operation.js'

export const ADA = {
  id: 1,
  username: 'ada',
  role: 'admin',
  disabled: false,
  displayName: 'Ada Lovelace',
  email: 'ada@example.com',
  avatarAt: null,
  createdAt: '2026-06-01T08:00:00.000Z',
  logins: 2,
  lastLoginAt: '2026-06-02T08:00:00.000Z',
} as const

const WORKSPACE = { id: 4, title: 'Payment retries', cwd: '/home/ada/shop' } as const
const CONFIRMED = 'The caller\u2019s own password is required.'
const currentPassword = 'correct horse battery'

export const userOperations: Operations<keyof typeof users> = {
  'GET /api/users': {
    description: 'Lists the users with what they used in the last 7 and 30 days. Only admins and analysts may read it.',
    answer: {
      users: [
        {
          ...ADA,
          workspaces: 1,
          sessions: 14,
          usage7d: { cost: 12.5, tokens: 1_800_000 },
          usage30d: { cost: 40.25, tokens: 6_100_000 },
        },
      ],
    },
  },
  'GET /api/users/storage': {
    description: 'Returns what the own folders take. They are measured in the background, at most every 10 minutes.',
    answer: {
      storage: { 1: { bytes: 1_048_576, files: 12, partial: false, measuredAt: '2026-06-02T08:00:00.000Z' } },
      measuring: false,
      isolated: false,
    },
  },
  'GET /api/users/audit': {
    description:
      'Lists what staff read and changed of others, newest first. `next` is the `before` of the next page; null on the last.',
    answer: {
      rows: [
        {
          id: 812,
          at: '2026-06-02T08:00:00.000Z',
          kind: 'session-read',
          action: null,
          reader_id: 1,
          reader: 'ada',
          reader_display: 'Ada Lovelace',
          owner_id: 2,
          owner: 'grace',
          owner_display: null,
          session_id: '7d6f0c1e-3b52-4d0a-9f8e-2a1b3c4d5e6f',
          lane_id: null,
          route: 'GET /api/sessions/:id',
          fields: [],
          detail: null,
          via: 'login',
        },
      ],
      next: null,
    },
  },
  'POST /api/users': {
    description: `Creates a user with a folder of their own. ${CONFIRMED}`,
    request: { username: 'ada', password: 'a long enough phrase', role: 'admin', currentPassword },
    answer: { user: ADA },
  },
  'GET /api/users/:id': {
    description: 'Returns a user and the lanes that they own.',
    answer: { user: ADA, workspaces: [WORKSPACE] },
  },
  'GET /api/users/:id/avatar': { description: 'Returns the picture of a user, as it was sent.' },
  'PATCH /api/users/:id': {
    description: `Changes a user. Everything is checked before anything is written. ${CONFIRMED}`,
    request: { role: 'admin', addWorkspaces: [4], currentPassword },
    answer: { user: ADA, workspaces: [WORKSPACE] },
  },
  'POST /api/users/:id/password': {
    description: `Sets the password of a user and ends their logins; one\u2019s own login stays. ${CONFIRMED}`,
    request: { password: 'a long enough phrase', currentPassword },
    answer: { ok: true, ended: 2 },
  },
  'POST /api/users/:id/workspaces': {
    description: `Makes a user the owner of a lane. Its programs are stopped first. ${CONFIRMED}`,
    request: { laneId: 4, currentPassword },
    answer: { ok: true, lane: WORKSPACE },
  },
  'DELETE /api/users/:id': {
    description: `Deletes a user: logins, lanes, rules and settings go, sessions and the audit log stay. ${CONFIRMED}`,
    request: { currentPassword },
    answer: { ok: true },
  },
}
