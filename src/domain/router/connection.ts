import { type RouterProfile, TIERS } from './profile.js'

/** What agents authenticate to a proxy with: a key, nothing, or the token of their pane, which the relay accepts. */
export type ProxyKey = { readonly is: 'key'; readonly key: string } | { readonly is: 'none' } | { readonly is: 'pane' }

/** How agents reach a proxy: `baseUrl` is that of the relay in server mode. */
export interface Connection extends RouterProfile {
  readonly name: string
  readonly key: ProxyKey
}

/** The environment variables of Claude Code that an attached proxy sets. Nobody else's value of them survives it. */
const TIER_VARIABLE = {
  opus: 'ANTHROPIC_DEFAULT_OPUS_MODEL',
  sonnet: 'ANTHROPIC_DEFAULT_SONNET_MODEL',
  haiku: 'ANTHROPIC_DEFAULT_HAIKU_MODEL',
} as const

/** Without a token, Claude Code would send the login of its user to the proxy. */
const NO_KEY = 'no-key'

const tokenOf = (key: ProxyKey): string | null => (key.is === 'key' ? key.key : key.is === 'none' ? NO_KEY : null)

/** Returns what Claude Code's settings have in `env` for a proxy; null for members that are absent. */
export const claudeVariables = (connection: Connection | null): Readonly<Record<string, string | null>> => ({
  ANTHROPIC_BASE_URL: connection?.baseUrl ?? null,
  ANTHROPIC_AUTH_TOKEN: connection === null ? null : tokenOf(connection.key),
  ANTHROPIC_MODEL: connection?.model ?? null,
  ...Object.fromEntries(TIERS.map((tier) => [TIER_VARIABLE[tier], connection?.models[tier] ?? null])),
})

/**
 * Returns settings that win over those of a lane, for one run. Claude Code treats an empty variable like an absent one, so without a
 * proxy they put the run back on the login of its user.
 */
export const claudeRunSettings = (connection: Connection | null) => ({
  env: Object.fromEntries(
    Object.entries(claudeVariables(connection)).flatMap(([name, value]) =>
      // The token of the pane comes from its environment, which an empty value would hide.
      connection?.key.is === 'pane' && name === 'ANTHROPIC_AUTH_TOKEN' ? [] : [[name, value ?? '']],
    ),
  ),
})

/** Returns the environment of a pane whose agent uses the relay: its token is the key, and goes nowhere else. */
export const relayVariables = ({ baseUrl, key }: Connection, token: string | null): Readonly<Record<string, string>> =>
  key.is === 'pane' && token !== null ? { ANTHROPIC_BASE_URL: baseUrl, ANTHROPIC_AUTH_TOKEN: token } : {}

/** Returns the name of the profile of Codex for a proxy. Codex knows no dots in them, and names of proxies no capitals. */
export const codexProfile = (name: string): string => `switchyard-${name.replaceAll('.', 'DOT')}`

/** Returns the file of that profile, in the home of Codex. */
export const codexLayer = (name: string): string => `${codexProfile(name)}.config.toml`

/** Returns what is in that file. Codex sends its own login to no provider that it does not know. */
export const codexSettings = ({ name, baseUrl, model, key }: Connection): Readonly<Record<string, unknown>> => {
  const provider = codexProfile(name)
  return {
    ...(model === null ? {} : { model }),
    model_provider: provider,
    model_providers: {
      [provider]: {
        name,
        base_url: `${baseUrl}/v1`,
        wire_api: 'responses',
        ...(key.is === 'key' ? { experimental_bearer_token: key.key } : {}),
        ...(key.is === 'pane' ? { env_key: 'SVC_PANE_TOKEN' } : {}),
      },
    },
  }
}
