/** What happens if a name is taken: refuse, leave it, choose a free name, or move the old entry to the trash. */
export const CONFLICTS = ['fail', 'skip', 'keep', 'replace'] as const
export type Conflict = (typeof CONFLICTS)[number]

const MOST_TRIES = 10_000

/** Returns the first free name such as `name (1).ext`; null if all of them are taken. */
export const freeName = async (name: string, isTaken: (name: string) => Promise<boolean>): Promise<string | null> => {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let number = 1; number <= MOST_TRIES; number++) {
    const candidate = `${stem} (${number})${extension}`
    if (!(await isTaken(candidate))) return candidate
  }
  return null
}
