import type { RejectionCode } from '../../domain/rejection.js'
import { codesOf, statusAt } from '../contract/codes.js'
import type { Endpoint } from '../contract/endpoint.js'
import { ACCOUNT_SAMPLES } from './account-rejections.js'
import type { Json } from './schema-303.js'

export interface Sample {
  /** When the code is used. */
  readonly summary: string
  readonly message: string
  readonly fields?: Json
}

const about = (field: string) => ({ fields: { field } })

const SAMPLES: Readonly<Record<RejectionCode, Sample>> = {
  INVALID_INPUT: {
    summary: 'The body or a field is invalid.',
    message: 'name: must be a string of 1 to 200 characters',
    ...about('name'),
  },
  ...ACCOUNT_SAMPLES,
  MISSING_SESSION: { summary: 'The body names no session.', message: 'session_id is required' },
  INVALID_IMAGE: { summary: 'The line number is invalid.', message: 'line: must be a line number from 1' },
  INVALID_PROVIDER: { summary: 'The provider is unknown.', message: 'provider: must be claude or codex' },
  INVALID_PATH: { summary: 'The path is invalid.', message: 'path: must be absolute or start with ~' },
  INVALID_JSON: { summary: 'The file is not JSON.', message: 'the bundle is not valid JSON or is incomplete' },
  INVALID_FORMAT: { summary: 'The file is not a readable bundle.', message: 'the file is not a bundle' },
  PATH_NOT_FOUND: { summary: 'The path does not exist.', message: '/home/ada/old-projects not found' },
  NOT_A_DIRECTORY: { summary: 'The path is a file.', message: '/home/ada/notes.txt is not a directory' },
  NO_FILES: {
    summary: 'No uploaded file can be imported.',
    message: 'none of the files can be imported',
    fields: { rejected_files: [{ name: 'notes.txt', reason: 'not a transcript or a supported archive' }] },
  },
  NO_JSONL: {
    summary: 'The uploaded archives contain no transcripts.',
    message: 'the upload contains no transcripts',
    fields: { extracted: 0, skipped_entries: 3, rejected_files: [] },
  },
  IMPORT_UPLOAD_FAILED: {
    summary: 'The form is invalid.',
    message: 'the body is not a multipart form or is incomplete',
  },
  EBADCRED: {
    summary: 'The login is empty or has several lines.',
    message: 'username, password: must each be one line of 1 to 4096 characters',
  },
  EBADCONTENT: { summary: 'The content is not text.', message: 'content: must be the text of the file' },
  EBINARY: { summary: 'The file is not text.', message: 'only UTF-8 text can be edited' },
  EBADHOLDER: {
    summary: 'The name of the lock or the holder is invalid.',
    message: 'holder: must be one line of 1 to 200 characters',
    ...about('holder'),
  },
  EADMIN: { summary: 'The role of the account does not permit this.', message: 'your account may not do this' },
  EPANE: { summary: 'Programs in a lane may not do this.', message: 'programs in a lane may not do this' },
  EBADPATH: { summary: 'The path is not inside the lane.', message: 'path: must be inside the lane' },
  EBADREV: { summary: 'The commit does not exist.', message: 'there is no commit 0000000' },
  EBADURL: {
    summary: 'A branch cannot be published to this URL.',
    message: 'url: must be https:// without a login, ssh://, or user@host:path',
    ...about('url'),
  },
  ENOCOMMITS: { summary: 'There is no commit to publish.', message: 'the repository has no commit yet' },
  EREMOTEEXISTS: { summary: 'The repository has a remote.', message: 'the repository has a remote: origin' },
  ENOREMOTE: {
    summary: 'No remote can be chosen.',
    message: 'the branch has no upstream, and no remote is the only one or named origin',
  },
  EGITAUTH: {
    summary: 'The remote needs a login, or refused the one that was sent.',
    message: 'git.example.com needs a login',
    fields: { auth: { protocol: 'https', host: 'git.example.com', username: null, rejected: false } },
  },
  ENOBASE: { summary: 'The base of the lane cannot be compared with.', message: 'the lane has no base branch' },
  ENOFILECHANGE: { summary: 'The file has no changes.', message: 'src/cart.ts has no changes' },
  ENOFILE: { summary: 'The path is not that of a file.', message: 'src/cart is not a file' },
  ENOSTAGED: { summary: 'No change is staged.', message: 'nothing is staged: stage the changes first' },
  ENOTOOL: {
    summary: 'The program is not installed.',
    message:
      'claude was not found: install it, or add its folder to the PATH of the service. Searched: /usr/local/bin:/usr/bin',
  },
  EAI: { summary: 'The agent CLI did not answer.', message: 'claude did not answer within 120 seconds' },
  ENOTIMAGE: { summary: 'The file is not an image.', message: 'src/cart.ts is not an image' },
  ENOWORKTREE: {
    summary: 'The session has no worktree of its own, or cannot get one.',
    message: 'the session has no worktree of its own in this lane',
  },
  ESECRET: { summary: 'The file may hold keys.', message: 'settings.local.json may hold keys and is never shown' },
  INVALID_LABEL: {
    summary: 'The label is invalid.',
    message: 'label: must be a string of 1 to 100 characters',
    ...about('label'),
  },
  INVALID_HOST: {
    summary: 'The host is invalid.',
    message: 'host: must be user@host or a host alias of your SSH configuration, without spaces or options',
    ...about('host'),
  },
  INVALID_PORT: {
    summary: 'The port is invalid.',
    message: 'ssh_port: must be a whole number from 1 to 65535',
    ...about('ssh_port'),
  },
  INVALID_IDENTITY_FILE: {
    summary: 'The path of the key file is invalid.',
    message: 'identity_file: must be an absolute path on this machine or start with ~/',
    ...about('identity_file'),
  },
  INVALID_REMOTE_HOME: {
    summary: 'The remote directory is invalid.',
    message: 'remote_home: must be an absolute path on the remote machine or start with ~/; on Windows C:/… or wsl:~/…',
    ...about('remote_home'),
  },
  EBADCWD: {
    summary: 'The directory is not an absolute path, or cannot be used.',
    message: 'cwd: must be an absolute path',
    ...about('cwd'),
  },
  EBADFIELD: {
    summary: 'A member cannot be changed, or its value is invalid.',
    message: 'title: must be a string of at most 200 characters, a number or null',
    ...about('title'),
  },
  EBADLANE: { summary: 'The query names no lane.', message: 'lane: must be the id of a lane, or all' },
  EBADPROFILE: {
    summary: 'The profile of the repository is malformed.',
    message: 'ports.WEB: must be a whole number from 1 to 65535',
  },
  EBADPREFS: { summary: 'A preference is wrong.', message: 'theme: must be a text or null', ...about('theme') },
  ENOTSERVER: { summary: 'Local mode has no logins.', message: 'this service runs in local mode, which has no logins' },
  EBUSY: {
    summary: 'Too many hooks of the lane are waiting.',
    message: '50 hooks of this lane wait; try again when some have run',
  },
  ENOHOOK: {
    summary: 'There is no such hook.',
    message: 'there is no hook deploy',
    fields: { hooks: ['boot', 'health'] },
  },
  ENOPROFILE: {
    summary: 'The repository has no profile, or one without the hook boot.',
    message: 'there is no profile in .svc/profile',
  },
  EBADPIPELINE: { summary: 'The pipeline is unknown.', message: 'there is no pipeline release' },
  EBADSTAGE: {
    summary: 'The stage is not one of the pipeline of the lane.',
    message: 'stage: must be one of plan, build, review',
    fields: { stages: ['plan', 'build', 'review'] },
  },
  ENOPIPELINE: {
    summary: 'The pipeline of the lane has no stages, or its template is missing.',
    message: 'the pipeline default of the lane has no stages',
    fields: { stages: [] },
  },
  EBADPROMPT: {
    summary: 'The prompt is no text, or too long.',
    message: 'prompt: must be a text of at most 131072 bytes',
    ...about('prompt'),
  },
  EBADPROXY: { summary: 'The proxy is unknown.', message: 'proxy: there is no such proxy', ...about('proxy') },
  EBADSESSION: {
    summary: 'The id of the session is missing or invalid.',
    message: 'resumeSessionId: must be the id of a session',
    ...about('resumeSessionId'),
  },
  EBADSLOT: { summary: 'The slot is invalid.', message: 'slot: must be 0 to 9, or auto', ...about('slot') },
  EUNSUPPORTED: {
    summary: 'The tool has no such option.',
    message: 'Codex has no option for worktree',
    ...about('worktree'),
  },
  EBADTOOL: { summary: 'The tool is unknown, or cannot be changed.', message: 'tool: must be the id of a tool' },
  EBADSLUG: { summary: 'The slug is invalid.', message: 'slug: must contain letters or digits', ...about('slug') },
  EEMPTYREPO: { summary: 'The repository has no commit.', message: 'the repository has no commit yet' },
  EBADACTION: { summary: 'The action is unknown.', message: 'action: must be reset or remove' },
  EBADBRANCH: { summary: 'Git does not accept the name.', message: 'branch: must be a name that git accepts' },
  EBADMESSAGE: {
    summary: 'The message is empty or too long.',
    message: 'message: must be a text of 1 to 65536 characters',
  },
  EBRANCHBUSY: { summary: 'The branch is checked out.', message: 'feat/cart is checked out in /home/ada/shop' },
  EBRANCHEXISTS: { summary: 'The branch exists.', message: 'there is already a branch feat/cart' },
  EDIRTY: {
    summary: 'Tracked files have changes.',
    message: 'tracked files have changes: commit or discard them first',
  },
  ENOBRANCH: { summary: 'The branch does not exist.', message: 'there is no branch feat/cart' },
  ENOCHANGES: { summary: 'Nothing has changed.', message: 'nothing has changed' },
  EPROTECTED: { summary: 'The branch is never deleted.', message: 'main is never deleted here' },
  ESTAGEDOUTSIDE: {
    summary: 'A file outside of the lane is staged.',
    message: 'README.md is staged, and outside of the lane',
  },
  EBADSIDE: { summary: 'The side is unknown.', message: 'side: must be ours, theirs, done' },
  ENOMERGE: { summary: 'No merge is in progress.', message: 'no merge is in progress' },
  ESUBDIR: {
    summary: 'The lane is not at the top of its repository.',
    message: 'the lane is not at the top of its repository',
  },
  EMERGING: { summary: 'A merge is in progress.', message: 'a merge is in progress' },
  EMARKERS: { summary: 'The file contains conflict markers.', message: 'src/cart.ts contains conflict markers' },
  ECONFIRM: { summary: 'The action is not confirmed.', message: 'confirm: must be true' },
  EEXPECT: {
    summary: 'The confirmed facts are missing or incomplete.',
    message: 'expect: must have the head, dirty, untracked and unpushed of the preflight',
  },
  ENOTMANAGED: {
    summary: 'The lane is on a directory of the user.',
    message: 'the service never changes the directory of this lane',
  },
  ENOTWORKTREE: {
    summary: 'The directory is not a worktree of its repository.',
    message: '/home/ada/shop-lanes/upload-retry is not a worktree of /home/ada/shop',
  },
  EOTHERWORKTREE: {
    summary: 'The directory is no longer the worktree that the lane was created with.',
    message:
      '/home/ada/shop-lanes/upload-retry is no longer a worktree of /home/ada/shop: its .git leads to /home/ada/blog/.git',
  },
  EOUTSIDELANE: {
    summary: 'Git would work on files outside of the lane.',
    message: 'the repository of /home/ada/shop names another directory as its working directory',
  },
  EOUTSIDEROOT: {
    summary: 'The directory is not where worktrees of lanes are.',
    message: '/home/ada/upload-retry is not in /home/ada/shop-lanes',
  },
  EUNAUTHORIZED: {
    summary: 'The token is missing or wrong.',
    message: 'a token is required: Authorization: Bearer <token>, x-dashboard-token, or ?token=',
  },
  EBADHOST: {
    summary: 'The Host header is not allowed.',
    message: 'this host name is not allowed; add it to DASHBOARD_ALLOWED_HOSTS',
  },
  EBADORIGIN: {
    summary: 'The request comes from a web page of another origin.',
    message: 'this origin is not allowed; add its host to DASHBOARD_ALLOWED_HOSTS',
  },
  ELOCALONLY: {
    summary: 'The request comes from another machine.',
    message: 'hooks are accepted from this machine only',
  },
  DEFAULT_RULE: {
    summary: 'The rule is a default rule.',
    message: 'a default rule cannot be deleted; reset it to restore its rates',
  },
  CUSTOM_RULE: {
    summary: 'The rule is a custom rule.',
    message: 'a custom rule has no default rates; delete it instead',
  },
  NOT_FOUND: { summary: 'The resource does not exist.', message: 'session not found' },
  WORKFLOW_NOT_FOUND: { summary: 'The workflow run does not exist.', message: 'workflow run not found' },
  ENOLANE: { summary: 'The lane does not exist.', message: 'lane not found' },
  ENOFEATURE: { summary: 'The lane has no such feature.', message: 'feature not found' },
  ENOLOCK: { summary: 'The lock is free.', message: 'nobody holds the lock db:migrate' },
  ENOLOG: { summary: 'The lane has no such log.', message: 'log not found' },
  ENOTFOUND: { summary: 'The route does not exist.', message: 'route not found' },
  EBADMETHOD: { summary: 'The method is not allowed.', message: 'this route allows GET, HEAD, OPTIONS' },
  ECONFLICTS: { summary: 'A file has conflicts.', message: 'src/cart.ts has conflicts: resolve them first' },
  EDUPCWD: {
    summary: 'The directory has a lane.',
    message: '/home/ada/shop is the directory of another lane',
    fields: { lane_id: 4 },
  },
  EUNTRACKED: { summary: 'The file is not tracked.', message: 'src/cart.ts is untracked: stage the file' },
  EHUNKGONE: { summary: 'The hunk changed.', message: 'the hunk changed: read the changes again' },
  ELIVE: {
    summary: 'The session is open in a pane.',
    message: 'the session is open in a pane',
    fields: { run_id: 'run_01JD3N0QYV6R1T9Z4X8C2B7M5K' },
  },
  ELOCKED: { summary: 'The worktree is locked.', message: 'the worktree is locked' },
  EGIT: { summary: 'Git refused.', message: 'fatal: unable to read tree' },
  EPROVISIONING: { summary: 'The worktree of the lane is being created.', message: 'its worktree is being created' },
  ESTALE: {
    summary: 'A confirmed fact changed. Nothing was done.',
    message: 'the worktree changed; nothing was done',
    fields: {
      expected: { head: '9c1185a5', dirty: 0, untracked: 0, unpushed: 0 },
      current: { head: '9c1185a5', dirty: 2, untracked: 0, unpushed: 0 },
    },
  },
  EUNPUSHED: {
    summary: 'Commits that exist nowhere else would be lost.',
    message: '3 commits exist nowhere else; send force to lose them',
  },
  EWORKTREEDIRCOLLISION: {
    summary: 'All directories that the slug could have are in use.',
    message: 'all names from upload-retry to upload-retry-50 are in use',
  },
  ENOCWD: { summary: 'The directory of the lane is missing.', message: '/home/ada/shop not found' },
  ERUNLIVE: {
    summary: 'A program runs in the slot, or in the lane.',
    message: 'an agent runs in slot 0',
    fields: { run_id: 'run_01KATQ3V5T8XJ2M4N6P8R0S2T4' },
  },
  ESESSIONLIVE: {
    summary: 'The session is open in another pane. A fork is possible.',
    message: 'the session is open in another pane',
    fields: { run_id: 'run_01KATQ3V5T8XJ2M4N6P8R0S2T4' },
  },
  ERUNTIMEOUT: { summary: 'A program did not exit.', message: 'process 4711 did not exit' },
  ETMUX: { summary: 'tmux failed.', message: 'tmux did not answer in time' },
  ETMUXMISSING: { summary: 'tmux is not installed.', message: 'tmux is not installed on this machine' },
  NOT_FAILED: {
    summary: 'The session has no failure to dismiss.',
    message: 'the session has not failed or has continued since',
  },
  SESSION_RUNNING: { summary: 'The session is running.', message: 'the session is running: end it first' },
  ENOTHOLDER: {
    summary: 'Another holder has the lock.',
    message: 'agent of lane 4 holds the lock db:migrate',
    fields: { currentHolder: 'agent of lane 4' },
  },
  ENOTLANDABLE: {
    summary: 'The lane cannot land yet; `rows` names what must be solved first.',
    message: 'the lane cannot land yet: committed, conflicts',
  },
  ENOTREADY: {
    summary: 'The agent cannot read a message now.',
    message: 'the agent asks a question: answer it in its pane',
  },
  EASKGONE: {
    summary: 'The agent does not ask this any more.',
    message: 'the agent asks something else now',
    fields: { prompt: null },
  },
  ENOPANE: { summary: 'No program runs in the slot.', message: 'no program runs in slot 3' },
  ENOSLOT: { summary: 'The stack of the lane is down.', message: 'the stack of the lane is down: bring it up first' },
  EPORTBUSY: {
    summary: 'Another program uses a port of the lane.',
    message: 'port 3001 of WEB is used by process 4242',
    fields: { port: 3001, pids: [4242] },
  },
  ESLOTS: {
    summary: 'Other lanes of the repository have all slots.',
    message: 'other lanes of the repository have all slots from 1 to 99',
  },
  ETIMEOUT: { summary: 'The request was not sent in time.', message: 'the request timed out' },
  ETOOBIG: { summary: 'The body is too large.', message: 'the body is larger than 1048576 bytes' },
  EXTRACTION_LIMIT_EXCEEDED: {
    summary: 'An archive unpacks to more than is allowed.',
    message: 'the archive unpacks to too much data',
    fields: { offending_file: 'projects.zip' },
  },
  EBADTYPE: { summary: 'The content type is not JSON.', message: 'send the hook as application/json' },
  HOOK_INSTALL_FAILED: {
    summary: 'The settings file of the agent CLI cannot be changed.',
    message: '/home/ada/.claude/settings.json is not valid JSON',
  },
  SYNC_FAILED: { summary: 'The sync failed.', message: 'the machine could not be synced' },
  EINTERNAL: { summary: 'The service failed.', message: 'internal error; see the service log' },
  EUNAVAILABLE: {
    summary: 'A part of the service is temporarily unavailable.',
    message: 'search and insights are restarting; try again in a few seconds',
  },
  EREBUILDING: {
    summary: 'The tables are being rebuilt. `Retry-After` says when to try again.',
    message: 'the tables are being rebuilt; try again shortly',
  },
}

/** Returns the responses of the codes that a route can be answered with, by status, each code with an example. */
export const refusals = (method: string, endpoint: Endpoint): Json => {
  const byStatus = new Map<number, RejectionCode[]>()
  for (const code of codesOf(method, endpoint)) {
    const status = statusAt(endpoint, code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, refusal(codes)]))
}

const refusal = (codes: readonly RejectionCode[]): Json => ({
  description: `Refused: ${codes.join(', ')}`,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
})

/** Returns the examples that `refusals` refers to. */
export const refusalExamples = (codes: ReadonlySet<RejectionCode>): Json =>
  Object.fromEntries(
    [...codes].map((code) => {
      const { summary, message, fields } = SAMPLES[code]
      return [code, { summary, value: { error: { code, message, ...fields } } }]
    }),
  )
