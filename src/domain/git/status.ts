/** The mode of a symbolic link. */
export const SYMLINK = '120000'
/** The mode of the commit of a submodule. */
export const GITLINK = '160000'

/** The content of a path in the last commit or in the index. */
export interface Blob {
  /** Six octal digits: `100644`, `100755`, or `120000` for a symbolic link. */
  readonly mode: string
  readonly id: string
}

/** One path that differs from the last commit. */
export interface ChangedPath {
  readonly path: string
  /** Where a renamed or copied file was. */
  readonly from: string | null
  /** Two characters, of the index and of the working tree, as in `git status --short`: ` M`, `R `, `??`. */
  readonly status: string
  readonly conflicted: boolean
  readonly submodule: boolean
  /** Null if the last commit does not have the path; of a renamed file, the content at its earlier path. */
  readonly head: Blob | null
  /** Null if the index does not have the content: it was removed, or only announced (`git add -N`), or has conflicts. */
  readonly index: Blob | null
  /** Whether the name is not UTF-8, so that no text names the file. */
  readonly isUnnameable?: true
  /** The filter of the repository that reads do not run, so that the lines of the file cannot be compared. */
  readonly filter?: string
  /** The mode of the file in the working tree; null for an untracked one, and `000000` if the file is missing. */
  readonly workMode: string | null
}

/** What `git status` reports about a working directory. */
export interface Status {
  /** Null before the first commit. */
  readonly head: string | null
  /** Null when no branch is checked out. */
  readonly branch: string | null
  readonly upstream: string | null
  /** Commits since the upstream; null without an upstream that exists. */
  readonly ahead: number | null
  readonly behind: number | null
  readonly changed: readonly ChangedPath[]
}

/** The arguments of the `git status` whose output `readStatus` reads. Submodules are compared by commit only. */
export const STATUS = [
  'status',
  '--porcelain=v2',
  '-z',
  '--branch',
  '--ahead-behind',
  '--untracked-files=all',
  '--ignore-submodules=dirty',
  '--find-renames',
] as const

/** Number of fields before the path, by the kind of record. */
const BEFORE_PATH: Readonly<Record<string, number>> = { '1': 8, '2': 9, u: 10 }

const UNTRACKED = { conflicted: false, submodule: false, head: null, index: null, workMode: null }

/** Returns a path whose file in the working directory is that of the index after all; null if nothing else has changed. */
export const withoutWorkChange = (file: ChangedPath): ChangedPath | null => {
  const index = file.status.charAt(0)
  return index === ' ' ? null : { ...file, status: `${index} `, workMode: file.index?.mode ?? file.workMode }
}

const NO_ID = /^0+$/

const blobOf = (mode = '', id = ''): Blob | null => (NO_ID.test(id) ? null : { mode, id })

/** Reads the output of `git status` with the arguments of `STATUS`. */
export const readStatus = (output: string): Status => {
  const headers = new Map<string, string>()
  const changed: ChangedPath[] = []
  const records = output.split('\0')
  for (let at = 0; at < records.length; at++) {
    const record = records[at] ?? ''
    const kind = record.charAt(0)
    const before = BEFORE_PATH[kind]
    if (kind === '#') {
      const [, name = '', ...value] = record.split(' ')
      headers.set(name, value.join(' '))
    } else if (kind === '?') {
      changed.push({ path: record.slice(2), from: null, status: '??', ...UNTRACKED })
    } else if (before !== undefined) {
      const fields = record.split(' ')
      // The earlier path of a renamed file is the next record.
      if (kind === '2') at += 1
      changed.push({
        path: fields.slice(before).join(' '),
        from: kind === '2' ? (records[at] ?? null) : null,
        status: (fields[1] ?? '').replaceAll('.', ' '),
        conflicted: kind === 'u',
        submodule: fields[2]?.startsWith('S') ?? false,
        head: kind === 'u' ? null : blobOf(fields[3], fields[6]),
        index: kind === 'u' ? null : blobOf(fields[4], fields[7]),
        workMode: (kind === 'u' ? fields[6] : fields[5]) ?? null,
      })
    }
  }
  const oid = headers.get('branch.oid')
  const branch = headers.get('branch.head')
  const counts = /^\+(\d+) -(\d+)$/.exec(headers.get('branch.ab') ?? '')
  return {
    head: oid === undefined || oid === '(initial)' ? null : oid,
    branch: branch === undefined || branch === '(detached)' ? null : branch,
    upstream: headers.get('branch.upstream') ?? null,
    ahead: counts === null ? null : Number(counts[1]),
    behind: counts === null ? null : Number(counts[2]),
    changed,
  }
}
