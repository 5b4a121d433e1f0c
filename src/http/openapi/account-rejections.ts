import type { RejectionCode } from '../../domain/rejection.js'
import type { Sample } from './rejections.js'

const about = (field: string) => ({ fields: { field } })

/** The codes about users, logins and passwords, and about what an account has left for agents. */
export const ACCOUNT_SAMPLES = {
  EBADNAME: { summary: 'The name is not possible.', message: 'name: must name one folder', ...about('name') },
  EBADTOKEN: {
    summary: 'The credentials of an account are invalid.',
    message: 'token: 8 to 4096 visible ASCII characters',
    ...about('token'),
  },
  ENOACCOUNT: { summary: 'The pool has no such account.', message: 'there is no such account' },
  EACTIVE: {
    summary: 'The login is in use, and this is its only copy.',
    message: 'it is the only saved copy of the login in use: switch to another one first',
  },
  EDUPLICATE: {
    summary: 'The account is saved already.',
    message: 'this account is already saved as Work',
    fields: { profile: 'work' },
  },
  ENOLOGIN: { summary: 'Nobody is signed in.', message: 'Claude Code is signed out: run `claude` and sign in' },
  EUNSAVED: { summary: 'The login in use would be lost.', message: 'the login in use is not saved: save it first' },
  ELIVEEXPIRED: {
    summary: 'The login in use has expired.',
    message: 'the login in use has expired: use Claude Code once, or sign in again',
  },
  EPOOLFULL: {
    summary: 'No account of the pool is free.',
    message: 'no account is free',
    fields: { resetsAt: '2026-11-27T16:00:00.000Z' },
  },
  EBUDGET: {
    summary: 'A budget is used up, and pauses starts.',
    message: 'Daily budget is used up, and pauses starts until 2026-11-28T23:00:00.000Z',
    fields: {
      budget: '7b1c9f64-2d8e-4a55-9c11-0f6a3d1e8b42',
      name: 'Daily budget',
      spent_usd: 10.4,
      amount_usd: 10,
      resets_at: '2026-11-28T23:00:00.000Z',
    },
  },
  ERACE: {
    summary: 'The race is decided.',
    message: 'this race is decided: lane 4 was kept',
    fields: { kept: 4 },
  },
  ETRAIN: {
    summary: 'A merge train is running for the base.',
    message: 'a train for this base is running',
    fields: { train: '01KATQ3V5T8XJ2M4N6P8R0S2T4' },
  },
  EBADUSER: {
    summary: 'The username is not possible.',
    message: 'username: must be 2 to 28 of a-z, 0-9, - and _, and start with a letter',
    ...about('username'),
  },
  EBADPASSWORD: {
    summary: 'The password is not possible.',
    message: 'password: must have 8 to 128 characters',
    ...about('password'),
  },
  EBADROLE: {
    summary: 'The role is unknown, or not the one that is needed.',
    message: 'role: must be admin, analyst, member',
    ...about('role'),
  },
  EBADEMAIL: { summary: 'The email address is invalid.', message: 'email: is no email address', ...about('email') },
  EBADIMAGE: { summary: 'The file is no picture.', message: 'the picture must be PNG, JPEG, GIF or WebP' },
  EAUTH: { summary: 'There is no login, in server mode.', message: 'sign in first' },
  EBADLOGIN: { summary: 'The username or the password is wrong.', message: 'wrong username or password' },
  EFOLDER: { summary: 'The folder is outside of the own ones.', message: 'this folder is not yours' },
  ELOCALMODE: {
    summary: 'Only server mode has it.',
    message: 'this service runs in local mode, which has no accounts',
  },
  EREAUTH: {
    summary: 'The own password is required.',
    message: 'currentPassword: your own password is required',
    fields: { field: 'currentPassword' },
  },
  ECREDENTIALS: {
    summary: 'The host of the repository needs a login.',
    message: 'git.example.com needs a login',
    fields: { auth: { protocol: 'https', host: 'git.example.com', username: null, rejected: false } },
  },
  ENOREPO: { summary: 'There is no such repository.', message: "repository 'https://git.example.com/shop' not found" },
  ESSHAUTH: {
    summary: 'The SSH host refused the login, or is not known.',
    message: 'Host key verification failed.',
    fields: { fingerprint: 'SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8' },
  },
  EREMOTE: {
    summary: 'The request does not come from the machine of the service.',
    message: 'the dialog would open on the screen of the service, not on yours',
  },
  EDIALOG: { summary: 'The dialog of the desktop failed.', message: 'the dialog failed: zenity' },
  ENODIALOG: {
    summary: 'There is no desktop to show a dialog on.',
    message: 'the service has no desktop to show a dialog on: choose in the browser instead',
  },
  EFOREIGN: {
    summary: 'The files belong to another account.',
    message: 'files are copied between folders of one account only',
  },
  EREADONLY: {
    summary: 'The folder can only be read.',
    message: 'the home of somebody else can only be read',
  },
  EBADRANGE: { summary: 'The file does not have this range.', message: 'the file has 12 bytes' },
  ENOSPC: { summary: 'The disk is full.', message: 'the disk is full; nothing was kept' },
  ENOAVATAR: { summary: 'There is no picture.', message: 'there is no picture' },
  ENOUSER: { summary: 'The user does not exist.', message: 'no user has this id' },
  EEXISTS: { summary: 'The name is taken.', message: 'the username ada is taken' },
  ELASTADMIN: { summary: 'Somebody must stay an admin.', message: 'no enabled admin would be left' },
  ENOTOWNED: { summary: 'The lane is not one of the user.', message: 'lane 4 is not a workspace of ada' },
  ESELF: { summary: 'It is the own account.', message: 'nobody can delete their own account' },
  EBADKEY: {
    summary: 'The key is invalid, or does not belong to the address.',
    message: 'apiKey: 1 to 4096 visible ASCII characters',
    fields: { field: 'apiKey' },
  },
  EUPSTREAM: { summary: 'Another program or service failed.', message: 'claude failed: no such server' },
  EUPGRADE: {
    summary: 'The helper for system accounts is of another release.',
    message: 'the host needs an update first: sudo switchyard server system-accounts install',
    fields: { command: 'sudo switchyard server system-accounts install' },
  },
  EPROVISION: {
    summary: 'The folder or the system account of the user cannot be made or deleted.',
    message: 'the folder of the user cannot be created: ENOSPC',
  },
  ETOOMANY: {
    summary: 'There were too many tries.',
    message: 'too many wrong passwords; try again in 15 min',
    fields: { retry_after: 900 },
  },
} as const satisfies Partial<Record<RejectionCode, Sample>>
