import { remoteRepository } from '../git/remote-url.js'

/** What a pull request is made of. */
export interface PullRequest {
  readonly base: string
  readonly branch: string
  readonly title: string
  readonly text: string
}

type Page = (repository: string, request: PullRequest) => string

const query = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString()
const part = encodeURIComponent
/** A branch in a path keeps its slashes. */
const ref = (name: string): string => name.split('/').map(part).join('/')

const github: Page = (repository, { base, branch, title, text }) =>
  `${repository}/compare/${ref(base)}...${ref(branch)}?${query({ expand: '1', title, body: text })}`

const gitlab: Page = (repository, { base, branch, title, text }) =>
  `${repository}/-/merge_requests/new?${query({
    'merge_request[source_branch]': branch,
    'merge_request[target_branch]': base,
    'merge_request[title]': title,
    'merge_request[description]': text,
  })}`

const bitbucket: Page = (repository, { base, branch, title }) =>
  `${repository}/pull-requests/new?${query({ source: branch, dest: base, title })}`

const gitea: Page = (repository, { base, branch, title, text }) =>
  `${repository}/compare/${ref(base)}...${ref(branch)}?${query({ title, body: text })}`

/** The hosts whose page for a new pull request is known. */
const HOSTS: readonly (readonly [host: RegExp, page: Page])[] = [
  [/(?:^|\.)github\.com$/, github],
  [/(?:^|\.)gitlab\.com$|^gitlab\./, gitlab],
  [/^bitbucket\.org$/, bitbucket],
  [/^codeberg\.org$|^gitea\.|^forgejo\./, gitea],
]

/** A longer text would make an address that hosts refuse. */
const MAX_TEXT = 4000

/**
 * Returns the page of the host on which a pull request is opened, with its title and text. Null for a host that is not known.
 * No login of the remote's URL is in it.
 */
export const pullRequestPage = (remote: string, request: PullRequest): string | null => {
  const place = remoteRepository(remote)
  if (place === null) return null
  const page = HOSTS.find(([host]) => host.test(place.host))?.[1]
  return page === undefined
    ? null
    : page(`https://${place.host}/${place.path}`, { ...request, text: request.text.slice(0, MAX_TEXT) })
}
