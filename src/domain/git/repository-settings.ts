/** A setting of git: its key in lower case, except for the name in the middle. A value of null means `true`. */
interface Setting {
  readonly key: string
  readonly value: string | null
}

/** What the configuration of a repository says, without that of the user. */
export interface RepositorySettings {
  readonly settings: readonly Setting[]
  /** The files that git read, as it names them: relative to where it ran, or absolute. */
  readonly files: readonly string[]
}

/** The arguments of git that print all settings, also those of included files. It runs no program for that. */
export const LIST_SETTINGS = ['config', '-z', '--show-scope', '--show-origin', '--list'] as const

const OF_THE_REPOSITORY = new Set(['local', 'worktree'])
const FILE = 'file:'

/** @param output of git with `LIST_SETTINGS`: for each setting its scope, its origin, and its key with the value in the next line */
export const readRepositorySettings = (output: string): RepositorySettings => {
  const fields = output.split('\0')
  const settings: Setting[] = []
  const files = new Set<string>()
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [scope = '', origin = '', text = ''] = fields.slice(at, at + 3)
    if (origin.startsWith(FILE)) files.add(origin.slice(FILE.length))
    const end = text.indexOf('\n')
    if (OF_THE_REPOSITORY.has(scope))
      settings.push(end < 0 ? { key: text, value: null } : { key: text.slice(0, end), value: text.slice(end + 1) })
  }
  return { settings, files: [...files] }
}

/** Whether the repository has a remote with a URL. */
export const hasRemote = ({ settings }: RepositorySettings): boolean =>
  settings.some(({ key }) => /^remote\..+\.url$/s.test(key))

/** Returns the names of the filters that the repository itself defines, which reads do not run. */
export const filterNames = ({ settings }: RepositorySettings): ReadonlySet<string> =>
  new Set(settings.flatMap(({ key }) => /^filter\.(.+)\.(?:clean|smudge|process)$/s.exec(key)?.[1] ?? []))

/**
 * Settings that a read needs, and that name no program, no remote to fetch missing objects from, and no other directory.
 * A key that is missing here is unknown to git during a read.
 */
const HARMLESS = [
  /^core\.(?:repositoryformatversion|filemode|symlinks|ignorecase|precomposeunicode|protecthfs|protectntfs)$/,
  /^core\.(?:trustctime|checkstat|autocrlf|eol|safecrlf|checkroundtripencoding|ignorestat|usereplacerefs)$/,
  /^core\.(?:excludesfile|attributesfile|sparsecheckout|sparsecheckoutcone|untrackedcache|notesref|whitespace)$/,
  /^core\.(?:bigfilethreshold|preloadindex|commitgraph|multipackindex)$/,
  // Without the configuration of one worktree, whose settings are part of the copy, and without partial clones.
  /^extensions\.(?!worktreeconfig$|partialclone$)[a-z]+$/,
  /^index\.(?:sparse|version|skiphash|threads)$/,
  /^feature\.manyfiles$/,
  /^branch\..+\.(?:remote|merge)$/s,
  /^remote\..+\.(?:url|fetch)$/s,
  /^diff\.(?:renames|renamelimit)$/,
  /^diff\..+\.(?:binary|funcname|xfuncname)$/s,
  /^status\.(?:renames|renamelimit)$/,
  /^log\.(?:follow|date|decorate|excludedecoration|showroot|mailmap)$/,
  /^i18n\.commitencoding$/,
]

/** Returns the text of a configuration file with the settings of a repository that a read needs, and nothing that names a program. */
export const harmlessConfig = ({ settings }: RepositorySettings, bare: boolean): string =>
  [
    `[core]\n\tbare = ${bare}\n`,
    ...settings.filter(({ key }) => HARMLESS.some((pattern) => pattern.test(key))).map(printed),
  ].join('')

const printed = ({ key, value }: Setting): string => {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')]
  const name = first === last ? '' : ` "${escaped(key.slice(first + 1, last))}"`
  const variable = key.slice(last + 1)
  const assigned = value === null ? variable : `${variable} = "${escaped(value)}"`
  return `[${key.slice(0, first)}${name}]\n\t${assigned}\n`
}

const escaped = (text: string): string => text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)
