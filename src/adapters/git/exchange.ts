import * as Effect from 'effect/Effect'
import type { Exchange, Logins, RemoteLogin } from '../../commands/ports/git-remotes.js'
import { GitFailed, LoginRequired } from '../../domain/git/failures.js'
import {
  hasAlternateRefsCommand,
  READ_SETTINGS,
  readSettings,
  type RemoteSettings,
  sshCommand,
  userHelpers,
  weakeningSetting,
} from '../../domain/git/remote-settings.js'
import { httpPlace, isSamePlace, type RemotePlace, withoutLogins } from '../../domain/git/remote-url.js'
import { plain } from '../../domain/text.js'
import { credentialHelper, HELPER_SETTING } from './credential.js'
import type { GitError } from './errors.js'
import type { Git } from './git.js'
import { ask, failed } from './queries.js'
import { asEnvironment, type GitSetting } from './settings.js'

interface RemoteCommand {
  readonly remote: string
  readonly args: readonly string[]
  /** Milliseconds until git and everything that it started is stopped. */
  readonly timeout: number
  /** Settings besides those of logins. */
  readonly settings?: readonly GitSetting[]
  /** Called with each part of git's messages. */
  readonly onComplaint?: (text: string) => void
  /** Uses the addresses for pushes. */
  readonly push?: true
}

/** Returns the settings about remotes that apply in a directory. */
export const settingsOf = (git: Git, dir: string): Effect.Effect<RemoteSettings, GitFailed> =>
  git.read(dir, READ_SETTINGS).pipe(
    Effect.map((output) => readSettings(output.toString('utf8'))),
    // No setting matches.
    Effect.catchIf(
      (error) => error._tag === 'GitRefused' && error.code === 1,
      () => Effect.succeed([]),
    ),
    Effect.mapError(failed),
  )

/** Returns the places of a remote, as git's rules for rewriting addresses leave them. */
export const placesOf = (
  git: Git,
  dir: string,
  remote: string,
  push: boolean,
): Effect.Effect<readonly RemotePlace[], GitFailed> =>
  Effect.map(urlsOf(git, dir, remote, push), (urls) => urls.flatMap((url) => httpPlace(url) ?? []))

/** Returns the addresses of a remote, as git's rules for rewriting addresses leave them. */
export const urlsOf = (
  git: Git,
  dir: string,
  remote: string,
  push: boolean,
): Effect.Effect<readonly string[], GitFailed> =>
  Effect.map(ask(git, dir, 'remote', 'get-url', '--all', ...(push ? ['--push'] : []), '--', remote), (urls) =>
    urls.split('\n'),
  )

/** Runs a command of git that uses one remote. */
export const exchange = (
  git: Git,
  dir: string,
  { remote, args, timeout, push, settings: more = [], onComplaint }: RemoteCommand,
  logins: Logins,
): Effect.Effect<Exchange, GitFailed | LoginRequired> =>
  Effect.scoped(
    Effect.gen(function* () {
      const settings = yield* settingsOf(git, dir)
      const urls = yield* urlsOf(git, dir, remote, push === true)
      const places = urls.flatMap((url) => httpPlace(url) ?? [])
      // Git runs the hooks of a repository on this machine with the environment that has the way to the logins.
      const isOnlyHttp = places.length === urls.length
      const weakening = weakeningSetting(settings)
      const sent: RemoteLogin[] = []
      const isKnown = (place: RemotePlace) => Effect.promise(async () => (await logins(place)) !== null)
      const held = isOnlyHttp && weakening === null ? yield* Effect.filter(places, isKnown) : []
      const helper = yield* credentialHelper(async (place) => {
        const login = held.some((known) => isSamePlace(known, place)) ? await logins(place) : null
        if (login !== null) sent.push(login)
        return login
      })
      const variables = {
        ...helper.variables,
        ...asEnvironment([...settingsFor(settings, held), ...more]),
        GIT_SSH_COMMAND: sshCommand(settings),
      }
      const shown = (text: string): string => withoutLogins(plain(text), sent.flatMap(secretsOf)).trim()
      const listening = onComplaint === undefined ? {} : { onComplaint }
      const limits = { timeout: Math.max(1, timeout), variables, ...listening }
      return yield* git.network(dir, args, limits).pipe(
        Effect.map(({ output, complaint }) => ({
          output: shown(`${output.toString('utf8')}${complaint}`),
          accepted: helper.accepted(),
        })),
        Effect.catchAll((error) =>
          Effect.gen(function* () {
            const auth = helper.required()
            const isWithheld = auth !== null && !auth.rejected && weakening !== null && (yield* isKnown(auth))
            if (isWithheld)
              return yield* Effect.fail(
                new GitFailed(`no login is sent to ${auth.host}, because the repository sets ${weakening}`),
              )
            if (auth !== null && error._tag === 'GitRefused') return yield* Effect.fail(new LoginRequired(auth))
            return yield* Effect.fail(new GitFailed(shown(reasonOf(error, remote))))
          }),
        ),
      )
    }),
  )

/** The login in each form in which a server could return it. */
const secretsOf = ({ username, password }: RemoteLogin): readonly string[] => [
  password,
  Buffer.from(`${username}:${password}`).toString('base64'),
]

/** Returns the settings of a command. Where a login is held, no other helper is asked, so a stale login of the machine cannot win. */
const settingsFor = (settings: RemoteSettings, held: readonly RemotePlace[]): readonly GitSetting[] => [
  ['credential.helper', ''],
  ...userHelpers(settings),
  ...held.map(({ protocol, host }): GitSetting => [`credential.${protocol}://${host}.helper`, '']),
  ['credential.helper', HELPER_SETTING],
  // Prints no refs, so git only negotiates without those of the alternates.
  ...(hasAlternateRefsCommand(settings) ? [['core.alternateRefsCommand', ':'] as const] : []),
]

const reasonOf = (error: GitError, remote: string): string => {
  const { message } = failed(error)
  if (error._tag === 'TimedOut') return `${remote} did not answer in time`
  return /Host key verification failed/.test(message)
    ? `${message}\nThe host key of ${remote} is not known. Connect to it once with ssh in a terminal, and accept its key.`
    : message
}
