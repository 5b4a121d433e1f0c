/** A repository of the invented user. */
export interface Project {
  readonly cwd: string
  /** Content by path. */
  readonly files: ReadonlyMap<string, string>
  /** Subjects of its latest commits, newest first. */
  readonly commits: readonly string[]
}

export const projectOf = ({
  files,
  ...rest
}: Omit<Project, 'files'> & { readonly files: Readonly<Record<string, string>> }): Project => ({
  ...rest,
  files: new Map(Object.entries(files)),
})
