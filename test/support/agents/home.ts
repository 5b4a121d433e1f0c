import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A scratch home for the agent CLIs, without user settings and first-run prompts. All requests go to the stub. */
export interface AgentHome {
  readonly root: string
  readonly claudeHome: string
  readonly codexHome: string
  /** A data directory for a service. */
  readonly dataDir: string
  /** The folder the agents work in. */
  readonly project: string
  readonly env: Readonly<Record<string, string>>
  readonly remove: () => void
}

const key = 'sk-stub-key-for-local-tests'

const writeClaude = (claudeHome: string, project: string): void => {
  const state = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    // The CLI asks before it uses a key from the environment and stores the answer under the key's last 20 characters.
    customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true } },
  }
  writeFileSync(join(claudeHome, '.claude.json'), JSON.stringify(state))
  const settings = { permissions: { allow: ['Bash(*)', 'Edit', 'Write', 'Read'], defaultMode: 'default' } }
  writeFileSync(join(claudeHome, 'settings.json'), JSON.stringify(settings, null, 2))
}

const writeCodex = (codexHome: string, project: string, url: string): void => {
  const config = [
    'model = "gpt-5-codex"',
    'model_provider = "stub"',
    '[model_providers.stub]',
    'name = "stub"',
    `base_url = "${url}/v1"`,
    'wire_api = "responses"',
    'env_key = "STUB_KEY"',
    `[projects.${JSON.stringify(project)}]`,
    'trust_level = "trusted"',
  ]
  writeFileSync(join(codexHome, 'config.toml'), `${config.join('\n')}\n`)
}

/** Creates a scratch home whose CLIs use the model at `modelUrl`. */
export const makeAgentHome = (modelUrl: string): AgentHome => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-agents-')))
  const folder = (name: string): string => {
    mkdirSync(join(root, name), { mode: 0o700 })
    return join(root, name)
  }
  const claudeHome = folder('.claude')
  const codexHome = folder('.codex')
  const project = folder('project')
  writeClaude(claudeHome, project)
  writeCodex(codexHome, project, modelUrl)
  return {
    root,
    claudeHome,
    codexHome,
    dataDir: folder('data'),
    project,
    // Not the environment of the tests: inside an agent it has variables that change the behaviour of child processes.
    env: {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      HOME: root,
      CLAUDE_CONFIG_DIR: claudeHome,
      CODEX_HOME: codexHome,
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: key,
      STUB_KEY: key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      // Lets root run without permission prompts, as in a container.
      IS_SANDBOX: '1',
    },
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 }),
  }
}
