/** A setting of git: its key in lower case, except for the name in the middle. */
interface Setting {
  readonly key: string
  readonly value: string
  /** Whether the repository's own configuration sets it, and not the user's or the machine's. */
  readonly own: boolean
}

/** The settings that decide how remotes are reached. */
export type RemoteSettings = readonly Setting[]

/** The arguments of git that print these settings. */
export const READ_SETTINGS = [
  'config',
  '-z',
  '--show-scope',
  '--get-regexp',
  String.raw`^(remote|branch|credential|http)\.|^core\.(sshcommand|alternaterefscommand)$`,
]

const OF_THE_REPOSITORY = new Set(['local', 'worktree'])

/** @param output of git with `READ_SETTINGS`: for each setting a scope, and a key with its value in the next line */
export const readSettings = (output: string): RemoteSettings => {
  const fields = output.split('\0')
  return fields.flatMap((scope, index) => {
    const text = fields[index + 1]
    if (index % 2 === 1 || text === undefined) return []
    const [key = '', value = ''] = text.split(/\n(.*)/s)
    return [{ key, value, own: OF_THE_REPOSITORY.has(scope) }]
  })
}

const nameIn = (key: string, section: string, variable: string): string[] =>
  key.startsWith(`${section}.`) && key.endsWith(`.${variable}`) && key.length > section.length + variable.length + 2
    ? [key.slice(section.length + 1, -variable.length - 1)]
    : []

/** Returns the names of the remotes. One without a URL is not a remote, and git reads a name with a hyphen as an option. */
export const remoteNames = (settings: RemoteSettings): readonly string[] => [
  ...new Set(settings.flatMap(({ key }) => nameIn(key, 'remote', 'url')).filter((name) => !name.startsWith('-'))),
]

const last = (settings: RemoteSettings, wanted: string): string | null =>
  settings.findLast(({ key }) => key === wanted)?.value ?? null

const YES = /^(?:true|yes|on|1)$/i

/** Returns the remotes that are fetched when none is named. */
export const fetchedRemotes = (settings: RemoteSettings): readonly string[] =>
  remoteNames(settings).filter((name) => !YES.test(last(settings, `remote.${name}.skipfetchall`) ?? ''))

/** Returns the remote of a branch's upstream; null without one, and if the upstream is a branch of the same repository. */
export const upstreamRemote = (settings: RemoteSettings, branch: string): string | null => {
  const remote = last(settings, `branch.${branch}.remote`)
  return remote === '.' || last(settings, `branch.${branch}.merge`) === null ? null : remote
}

const WEAKENS = /^http\.(?:.*\.)?(?:ssl|proxy|schannel|curlopt)[a-z]*$|^remote\..*\.proxy[a-z]*$/

/**
 * Returns the key of a setting that could send a login to somebody else, such as one that turns off certificate checks; null if
 * the repository has none. A user's own settings are trusted.
 */
export const weakeningSetting = (settings: RemoteSettings): string | null =>
  settings.find(({ key, own }) => own && WEAKENS.test(key))?.key ?? null

/** Returns the user's credential helpers. Those of a repository are never run. */
export const userHelpers = (settings: RemoteSettings): readonly (readonly [key: string, value: string])[] =>
  settings.flatMap(({ key, value, own }) =>
    !own && key.startsWith('credential.') && key.endsWith('.helper') ? [[key, value] as const] : [],
  )

const SSH_OPTIONS = '-oBatchMode=yes -oConnectTimeout=10 -oControlMaster=no'

/** Returns the command for SSH: that of the user, if they have one, with options that keep it from asking. */
export const sshCommand = (settings: RemoteSettings): string => {
  const users = last(
    settings.filter(({ own }) => !own),
    'core.sshcommand',
  )
  if (users === null || users.trim() === '') return `ssh ${SSH_OPTIONS}`
  // Programs such as plink have other options.
  return /^(?:\S*\/)?ssh(?:\s|$)/.test(users) ? `${users} ${SSH_OPTIONS}` : users
}

/** Whether the repository names a program that lists the refs of its alternates, which git would run on each fetch. */
export const hasAlternateRefsCommand = (settings: RemoteSettings): boolean =>
  settings.some(({ key, own }) => own && key === 'core.alternaterefscommand')
