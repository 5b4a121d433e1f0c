import type { loginProfiles } from '../../../contract/config/profiles.js'
import type { Operations } from '../../operation.js'

const profile = {
  name: 'work',
  label: 'Work',
  active: true,
  email: 'ada@example.org',
  organization: 'Example',
  subscriptionType: 'max',
  savedAt: '2026-11-27T08:00:00.000Z',
  hasLogin: true,
}

export const loginProfileOperations: Operations<keyof typeof loginProfiles> = {
  'GET /api/cc-config/profiles': {
    description: 'Tokens are never returned. `live` says who is signed in now, saved or not.',
    answer: {
      profiles: [profile],
      live: { email: 'ada@example.org', organization: 'Example', subscriptionType: 'max', profile: 'work' },
    },
  },
  'POST /api/cc-config/profiles': {
    description:
      'Saves the login that Claude Code has, encrypted. Under the name of the profile that has this account already, it is saved again; ' +
      'under another one, that is refused, and `error.profile` names the profile.',
    request: { label: 'Work' },
    answer: { profile },
  },
  'PATCH /api/cc-config/profiles': {
    description: 'Changes the label of a saved login. Its name stays.',
    request: { name: 'work', label: 'Client A' },
    answer: { profile: { ...profile, label: 'Client A' } },
  },
  'DELETE /api/cc-config/profiles': {
    description: 'Deletes a saved login, unless it is the only copy of the one in use.',
    request: { name: 'old' },
    answer: { ok: true },
  },
  'POST /api/cc-config/profiles/activate': {
    description:
      'Saves the login in use again, and puts another one in its place: only tokens and identity change, never settings, servers ' +
      'or memory. Sessions that run keep their login. A switch that is interrupted is completed at the next start of the service. A login ' +
      'in use that is in no saved copy is refused with `EUNSAVED`, unless `loseUnsaved` says that it may be lost.',
    request: { name: 'work' },
    answer: { profile },
  },
  'POST /api/cc-config/profiles/quota': {
    description:
      'Asks the vendor. The login in use is read from Claude Code and never renewed; another one is renewed only if it has expired.',
    request: { name: 'work' },
    answer: {
      fiveHourPercent: 62,
      fiveHourResetsAt: '2026-11-27T16:00:00.000Z',
      sevenDayPercent: 31,
      sevenDayResetsAt: '2026-11-30T08:00:00.000Z',
    },
  },
}
