// oxlint-disable-next-line no-control-regex -- git refuses control characters
const FORBIDDEN = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{/
const FORBIDDEN_PART = /^$|^\.|\.lock$/
// `HEAD` and `@` mean the current commit. A leading dash would be read as an option.
const RESERVED = /^(?:-|HEAD$|@$)/

/** Returns whether git accepts a text as the name of a branch. The rules are those of `git check-ref-format --branch`. */
export const isBranchName = (name: string): boolean =>
  !RESERVED.test(name) &&
  !FORBIDDEN.test(name) &&
  !name.endsWith('.') &&
  name.split('/').every((part) => !FORBIDDEN_PART.test(part))

const HEADS = 'refs/heads/'

/** Returns the full name of a branch's ref. */
export const refOfBranch = (name: string): string => HEADS + name

/** Returns the branch that a ref is; null for a tag, a remote branch or another ref. */
export const branchOfRef = (ref: string): string | null => (ref.startsWith(HEADS) ? ref.slice(HEADS.length) : null)
