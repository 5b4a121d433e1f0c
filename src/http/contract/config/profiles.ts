import { Schema as S } from '../../../domain/schema.js'
import { DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { anyOf, describedAs } from '../json.js'
import { writing } from './access.js'

const Text = Nullable(S.String)
const identity = { email: Text, organization: Text, subscriptionType: Text }

/** A saved login of Claude Code, without its tokens. */
const Profile = S.Struct({
  /** What routes take. It never changes. */
  name: S.String,
  label: S.String,
  /** Whether new sessions use it. */
  active: S.Boolean,
  ...identity,
  savedAt: DateTime,
  /** False if the stored login is lost: it must be saved again. */
  hasLogin: S.Boolean,
})
const answers = { 200: S.Struct({ profile: Profile }) }
const sent = describedAs(
  S.Struct(anyOf('name', 'label')),
  S.Struct({ name: S.optional(S.String), label: S.optional(S.String) }),
)
const ofOne = describedAs(S.Struct(anyOf('name')), S.Struct({ name: S.String }))
const switching = describedAs(
  S.Struct(anyOf('name', 'loseUnsaved')),
  S.Struct({
    name: S.String,
    /** Whether a login in use that is in no saved copy may be lost. */
    loseUnsaved: S.optional(S.Boolean),
  }),
)
const Percent = Nullable(S.Number)

/** The logins of Claude Code that its user switches between. */
export const loginProfiles = {
  'GET /api/cc-config/profiles': endpoint({
    summary: 'List the saved logins of Claude Code',
    tag: 'config',
    access: 'host:read',
    answers: {
      200: S.Struct({
        profiles: S.Array(Profile),
        /** Who is signed in, and the saved login that this is; null if nobody is. */
        live: Nullable(S.Struct({ ...identity, profile: Text })),
      }),
    },
  }),
  'POST /api/cc-config/profiles': endpoint({
    summary: 'Save the login that Claude Code has',
    ...writing,
    body: sent,
    answers: { 201: S.Struct({ profile: Profile }) },
    errors: ['EBADNAME', 'EBADFIELD', 'EDUPLICATE', 'EEXISTS', 'ENOLOGIN', 'ENOTFOUND'],
  }),
  'PATCH /api/cc-config/profiles': endpoint({
    summary: 'Rename a saved login',
    ...writing,
    body: sent,
    answers,
    errors: ['EBADFIELD', 'EEXISTS', 'ENOTFOUND'],
  }),
  'DELETE /api/cc-config/profiles': endpoint({
    summary: 'Delete a saved login',
    ...writing,
    body: ofOne,
    answers: { 200: S.Struct({ ok: S.Literal(true) }) },
    errors: ['ENOTFOUND', 'EACTIVE'],
  }),
  'POST /api/cc-config/profiles/activate': endpoint({
    summary: 'Let new sessions of Claude Code use a saved login',
    ...writing,
    body: switching,
    answers,
    errors: ['EBADFIELD', 'EEXISTS', 'ENOTFOUND', 'EUNSAVED', 'ESTALE'],
  }),
  'POST /api/cc-config/profiles/quota': endpoint({
    summary: 'Ask the vendor how much of its limits a saved login has used',
    ...writing,
    body: ofOne,
    answers: {
      200: S.Struct({
        fiveHourPercent: Percent,
        fiveHourResetsAt: Nullable(DateTime),
        sevenDayPercent: Percent,
        sevenDayResetsAt: Nullable(DateTime),
      }),
    },
    errors: ['EBADFIELD', 'EEXISTS', 'ENOTFOUND', 'ELIVEEXPIRED', 'ESTALE', 'EUPSTREAM'],
  }),
} as const
