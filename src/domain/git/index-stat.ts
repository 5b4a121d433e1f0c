/** What the index remembers of a file in the working directory, in 32 bits each. */
export interface IndexStat {
  readonly mtimeS: bigint
  /** Zero if this git keeps no fractions of seconds. */
  readonly mtimeNs: bigint
  readonly ino: bigint
  /** Zero also if git is not sure that the file is unchanged. */
  readonly size: bigint
}

const ENTRY =
  /([^\0]+)\0 +ctime: \d+:\d+\n +mtime: (\d+):(\d+)\n +dev: \d+\tino: (\d+)\n +uid: \d+\tgid: \d+\n +size: (\d+)\tflags: [0-9a-f]+\n/g

/** Reads the output of `git ls-files -z --debug`, by path. */
export const readIndexStats = (output: string): ReadonlyMap<string, IndexStat> =>
  new Map(
    [...output.matchAll(ENTRY)].map(([, path = '', mtimeS = '', mtimeNs = '', ino = '', size = '']) => [
      path,
      { mtimeS: BigInt(mtimeS), mtimeNs: BigInt(mtimeNs), ino: BigInt(ino), size: BigInt(size) },
    ]),
  )

/** Reads the output of `git check-attr -z` for one attribute: its value by path. */
export const readAttributes = (output: string): ReadonlyMap<string, string> => {
  const fields = output.split('\0')
  const values = new Map<string, string>()
  for (let at = 0; at + 2 < fields.length; at += 3) values.set(fields[at] ?? '', fields[at + 2] ?? '')
  return values
}
