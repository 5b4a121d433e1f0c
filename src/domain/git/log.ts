export interface Commit {
  readonly sha: string
  readonly short: string
  readonly subject: string
  readonly author: string
  /** When it was committed, in ISO 8601. */
  readonly date: string
  /** The full names of the refs that point to it, `HEAD` first. */
  readonly refs: readonly string[]
}

const FIELDS = ['%H', '%h', '%s', '%an', '%cI', '%D']

/** The arguments of the `git log` whose output `readLog` reads. They override what the user configured. */
export const LOG = [
  'log',
  '-z',
  `--format=${FIELDS.join('%x1f')}`,
  '--decorate=full',
  ...['HEAD', 'refs/heads/', 'refs/remotes/', 'refs/tags/'].map((refs) => `--decorate-refs=${refs}`),
  '--no-show-signature',
  '--no-notes',
] as const

/** Reads the output of `git log` with the arguments of `LOG`. */
export const readLog = (output: string): readonly Commit[] =>
  output
    .split('\0')
    .filter((record) => record !== '')
    .map((record) => {
      const [sha = '', short = '', ...rest] = record.split('\u001f')
      // A subject or a name may contain the separator; the last two fields cannot.
      const [date = '', refs = ''] = rest.splice(-2)
      const author = rest.pop() ?? ''
      return { sha, short, subject: rest.join('\u001f'), author, date, refs: readRefs(refs) }
    })

/** Reads `HEAD -> refs/heads/main, tag: refs/tags/v1`. Names of refs contain neither spaces nor commas with one. */
const readRefs = (text: string): readonly string[] =>
  text === '' ? [] : text.split(', ').flatMap((ref) => ref.replace(/^tag: /, '').split(' -> '))
