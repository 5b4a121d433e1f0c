const MAX_DIRECTORIES = 500

/** The last finding of each directory, of as many as are read in turns. */
export class LastOf<Finding> {
  readonly #findings = new Map<string, Finding>()

  get(dir: string): Finding | undefined {
    return this.#findings.get(dir)
  }

  set(dir: string, finding: Finding): void {
    this.#findings.delete(dir)
    this.#findings.set(dir, finding)
    const [oldest] = this.#findings.keys()
    if (oldest !== undefined && this.#findings.size > MAX_DIRECTORIES) this.#findings.delete(oldest)
  }
}
