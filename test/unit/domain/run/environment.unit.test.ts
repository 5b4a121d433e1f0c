import { describe, expect, it } from 'vitest'
import { type EnvironmentRules, sharedEnvironment } from '../../../../src/domain/run/environment.js'

const NONE: EnvironmentRules = { pass: [], withhold: [] }
const namesOf = (names: readonly string[], rules = NONE) => {
  const { passed, withheld } = sharedEnvironment(Object.fromEntries(names.map((name) => [name, 'x'])), rules)
  return { passed: Object.keys(passed), withheld }
}

describe('the environment of agents', () => {
  it.each([
    ['HOME', 'PATH', 'LANG', 'SSH_AUTH_SOCK', 'https_proxy', 'XDG_RUNTIME_DIR'],
    ['NODE_EXTRA_CA_CERTS', 'CLAUDE_CODE_USE_BEDROCK', 'AWS_PROFILE', 'AWS_REGION', 'JAVA_HOME', 'NVM_DIR', 'BROWSER'],
    ['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'ANTHROPIC_BASE_URL', 'GIT_SSH_COMMAND', 'GIT_AUTHOR_NAME', 'SSL_CERT_FILE'],
  ])('has %s and the like', (...names) => {
    expect(namesOf(names)).toEqual({ passed: names.toSorted((a, b) => (a < b ? -1 : 1)), withheld: [] })
  })

  it.each([
    [
      'ANTHROPIC_API_KEY',
      'GITHUB_TOKEN',
      'AWS_SECRET_ACCESS_KEY',
      'PGPASSWORD',
      'MYSQL_PWD_PASSWD',
      'npm_config_token',
    ],
    ['client_secret', 'GOOGLE_CREDENTIALS', 'CLAUDE_CODE_OAUTH_TOKEN', 'SSH_KEY_PASSPHRASE', 'SESSION_COOKIE'],
    ['DASHBOARD_TOKEN', 'DASHBOARD_PORT', 'SVC_DATA_DIR', 'LANE_BASE_BRANCH', 'LOCK_MAX_HOLD', 'SVC_RUN'],
    ['TMUX', 'TERM', 'PWD', 'INVOCATION_ID', 'NOTIFY_SOCKET', 'GIT_DIR', 'GIT_INDEX_FILE', 'CLAUDECODE'],
    ['BASH_FUNC_x%%', 'a.b', '1A'],
  ])('does not have %s and the like', (...names) => {
    expect(namesOf(names)).toEqual({ passed: [], withheld: names.toSorted((a, b) => (a < b ? -1 : 1)) })
  })

  it('has more and fewer variables as the user says, but never the settings of the service', () => {
    const names = ['API_KEY', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'DASHBOARD_TOKEN', 'JAVA_HOME', 'OTHER_KEY']
    const rules = { pass: ['AWS_*', 'API_KEY', 'DASHBOARD_TOKEN'], withhold: ['AWS_SESSION*', 'JAVA_HOME'] }
    expect(namesOf(names, rules).passed).toEqual(['API_KEY', 'AWS_SECRET_ACCESS_KEY'])
    expect(namesOf(names, { pass: ['*'], withhold: [] }).withheld).toEqual(['DASHBOARD_TOKEN'])
    expect(namesOf(names, { pass: ['*'], withhold: ['*'] }).passed).toEqual([])
  })
})
