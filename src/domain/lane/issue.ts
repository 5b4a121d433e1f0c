/** An issue or a pull request that a text names by its address. */
export interface Issue {
  readonly url: string
  /** What people call it: `#412`, `!7`, `ENG-12`. */
  readonly label: string
  /** Where its repository is: `github.com/acme/shop`; null for a tracker without repositories. */
  readonly repository: string | null
  /** What its address says about it; often nothing. */
  readonly words: string
  /** Whether it is a pull request, which nothing closes. */
  readonly isRequest: boolean
}

const URLS = /https?:\/\/[^\s<>"'`()[\]{}|\\^]+/g
/** Sentences end with these, addresses do not. */
const AFTER = /[.,;:!?]+$/

const OF_REPOSITORY = /^\/(.+?)\/(?:-\/)?(issues|pull|pulls|merge_requests)\/(\d{1,9})(?:[/#?]|$)/
const OF_TRACKER = /^\/(?:browse|(?:[^/]+\/)?issue)\/([A-Z][A-Z0-9]{0,9}-\d{1,9})(?:\/([\w-]{1,120}))?(?:[/#?]|$)/

const issueAt = (url: string): Issue | null => {
  if (!URL.canParse(url)) return null
  const { host, pathname } = new URL(url)
  const [, repository, kind, number] = OF_REPOSITORY.exec(pathname) ?? []
  if (repository !== undefined && number !== undefined)
    return {
      url,
      label: `${kind === 'merge_requests' ? '!' : '#'}${number}`,
      repository: `${host}/${repository}`.toLowerCase(),
      words: '',
      isRequest: kind !== 'issues',
    }
  const [, key, slug = ''] = OF_TRACKER.exec(pathname) ?? []
  if (key === undefined) return null
  return { url, label: key, repository: null, words: slug.replaceAll('-', ' ').trim(), isRequest: false }
}

/** Returns the first issue or pull request that a text names by its address; null if it names none. */
export const issueIn = (text: string): Issue | null => {
  for (const [found] of text.matchAll(URLS)) {
    const issue = issueAt(found.replace(AFTER, ''))
    if (issue !== null) return issue
  }
  return null
}

/**
 * Returns the line of a pull request's text that closes an issue when it is merged.
 * @param repository where the pull request is, as `Issue.repository`
 */
export const closingLine = ({ label, url, repository: place }: Issue, repository: string | null): string =>
  `Closes ${place === null || place === repository ? label : url}`
