import type { Provider } from '../tools/catalog.js'
import type { PricingRule, Rates as RuleRates } from './rule.js'

type Rates = readonly [
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite: number,
  cacheWrite1h: number,
  fastInput: number,
  fastOutput: number,
]
type Long = readonly [input: number, output: number, cacheRead: number, cacheWrite: number, cacheWrite1h: number]
type Intro = readonly [
  until: string,
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite: number,
  cacheWrite1h: number,
]

type Row = readonly [
  pattern: string,
  name: string,
  rates: Rates,
  more?: { readonly long?: Long; readonly intro?: Intro },
]

// USD per million tokens. docs/pricing.md says where each row comes from. 0 means none or unknown. A point release has a row of its
// own, because the pattern of its family also matches it. Where that row also matches the date of a snapshot of the family, such as
// `claude-fable-5-20260601`, a longer row has the family's rates.
// biome-ignore format: a table
const CLAUDE: readonly Row[] = [
  ['claude-fable-5-2%', 'Claude Fable 5.2', [8, 40, 0.2, 10, 16, 0, 0]],
  ['claude-fable-5-1%', 'Claude Fable 5.1', [10, 50, 0.25, 12.5, 20, 0, 0]],
  ['claude-fable-5-20%', 'Claude Fable 5 (dated)', [10, 50, 1, 12.5, 20, 0, 0]],
  ['claude-fable-5%', 'Claude Fable 5', [10, 50, 1, 12.5, 20, 0, 0]],
  ['claude-mythos-5-2%', 'Claude Mythos 5.2', [8, 40, 0.2, 10, 16, 0, 0]],
  ['claude-mythos-5-1%', 'Claude Mythos 5.1', [10, 50, 0.25, 12.5, 20, 0, 0]],
  ['claude-mythos-5-20%', 'Claude Mythos 5 (dated)', [10, 50, 1, 12.5, 20, 0, 0]],
  ['claude-mythos-5%', 'Claude Mythos 5', [10, 50, 1, 12.5, 20, 0, 0]],
  ['claude-opus-5-5%', 'Claude Opus 5.5', [4, 20, 0.2, 5, 8, 0, 0]],
  ['claude-opus-5%', 'Claude Opus 5', [5, 25, 0.5, 6.25, 10, 10, 50]],
  ['claude-opus-4-8%', 'Claude Opus 4.8', [5, 25, 0.5, 6.25, 10, 10, 50]],
  ['claude-opus-4-7%', 'Claude Opus 4.7', [5, 25, 0.5, 6.25, 10, 30, 150]],
  ['claude-opus-4-6%', 'Claude Opus 4.6', [5, 25, 0.5, 6.25, 10, 30, 150]],
  ['claude-opus-4-5%', 'Claude Opus 4.5', [5, 25, 0.5, 6.25, 10, 0, 0]],
  ['claude-opus-4-1%', 'Claude Opus 4.1', [15, 75, 1.5, 18.75, 30, 0, 0]],
  ['claude-opus-4-2%', 'Claude Opus 4', [15, 75, 1.5, 18.75, 30, 0, 0]],
  ['claude-opus-4', 'Claude Opus 4 (alias)', [15, 75, 1.5, 18.75, 30, 0, 0]],
  ['claude-sonnet-5-5%', 'Claude Sonnet 5.5', [2, 10, 0.1, 2.5, 4, 0, 0]],
  ['claude-sonnet-5%', 'Claude Sonnet 5', [2, 10, 0.2, 2.5, 4, 0, 0]],
  ['claude-sonnet-4-6%', 'Claude Sonnet 4.6', [3, 15, 0.3, 3.75, 6, 0, 0]],
  ['claude-sonnet-4-5%', 'Claude Sonnet 4.5', [3, 15, 0.3, 3.75, 6, 0, 0], { long: [6, 22.5, 0.6, 7.5, 12] }],
  ['claude-sonnet-4-2%', 'Claude Sonnet 4', [3, 15, 0.3, 3.75, 6, 0, 0], { long: [6, 22.5, 0.6, 7.5, 12] }],
  ['claude-sonnet-4', 'Claude Sonnet 4 (alias)', [3, 15, 0.3, 3.75, 6, 0, 0], { long: [6, 22.5, 0.6, 7.5, 12] }],
  ['claude-3-7-sonnet%', 'Claude Sonnet 3.7', [3, 15, 0.3, 3.75, 6, 0, 0]],
  ['claude-3-5-sonnet%', 'Claude Sonnet 3.5', [3, 15, 0.3, 3.75, 6, 0, 0]],
  ['claude-haiku-5-5%', 'Claude Haiku 5.5', [0.1, 0.5, 0.01, 0.125, 0.2, 0, 0]],
  ['claude-haiku-4-5%', 'Claude Haiku 4.5', [1, 5, 0.1, 1.25, 2, 0, 0]],
  ['claude-3-5-haiku%', 'Claude Haiku 3.5', [0.8, 4, 0.08, 1, 1.6, 0, 0]],
  ['claude-3-haiku%', 'Claude Haiku 3', [0.25, 1.25, 0.03, 0.3, 0.5, 0, 0]],
  ['claude-3-opus%', 'Claude Opus 3', [15, 75, 1.5, 18.75, 30, 0, 0]],
]

// biome-ignore format: a table
const OPENAI: readonly Row[] = [
  ['gpt-6-astra%', 'GPT-6 Astra', [10, 50, 1, 12.5, 0, 20, 100], { long: [20, 75, 2, 25, 0] }],
  ['gpt-5.6-sol%', 'GPT-5.6 Sol', [4, 20, 0.4, 5, 0, 8, 40], { long: [8, 30, 0.8, 10, 0] }],
  ['gpt-5.6-terra%', 'GPT-5.6 Terra', [2, 12, 0.2, 2.5, 0, 4, 24], { long: [4, 18, 0.4, 5, 0], intro: ['2026-07-29', 2.5, 15, 0.25, 3.125, 0] }],
  ['gpt-5.6-luna%', 'GPT-5.6 Luna', [0.2, 1.2, 0.02, 0.25, 0, 0.4, 2.4], { long: [0.4, 1.8, 0.04, 0.5, 0] }],
  ['gpt-5.6%', 'GPT-5.6', [4, 20, 0.4, 5, 0, 8, 40], { long: [8, 30, 0.8, 10, 0] }],
  ['gpt-5.5-pro%', 'GPT-5.5 Pro', [30, 180, 0, 0, 0, 0, 0], { long: [60, 270, 0, 0, 0] }],
  ['gpt-5.5%', 'GPT-5.5', [5, 30, 0.5, 0, 0, 12.5, 75], { long: [10, 45, 1, 0, 0] }],
  ['gpt-5.4-pro%', 'GPT-5.4 Pro', [30, 180, 0, 0, 0, 0, 0], { long: [60, 270, 0, 0, 0] }],
  ['gpt-5.4-mini%', 'GPT-5.4 Mini', [0.75, 4.5, 0.075, 0, 0, 1.5, 9]],
  ['gpt-5.4-nano%', 'GPT-5.4 Nano', [0.2, 1.25, 0.02, 0, 0, 0, 0]],
  ['gpt-5.4%', 'GPT-5.4', [2.5, 15, 0.25, 0, 0, 5, 30], { long: [5, 22.5, 0.5, 0, 0] }],
  ['gpt-5.3-codex%', 'GPT-5.3 Codex', [1.75, 14, 0.175, 0, 0, 3.5, 28]],
  ['gpt-5.2-pro%', 'GPT-5.2 Pro', [21, 168, 0, 0, 0, 0, 0]],
  ['gpt-5.2%', 'GPT-5.2', [1.75, 14, 0.175, 0, 0, 3.5, 28]],
  ['gpt-5.1-codex-mini%', 'GPT-5.1 Codex Mini', [0.25, 2, 0.025, 0, 0, 0, 0]],
  ['gpt-5.1%', 'GPT-5.1', [1.25, 10, 0.125, 0, 0, 2.5, 20]],
  ['gpt-5-pro%', 'GPT-5 Pro', [15, 120, 0, 0, 0, 0, 0]],
  ['gpt-5-mini%', 'GPT-5 Mini', [0.25, 2, 0.025, 0, 0, 0.45, 3.6]],
  ['gpt-5-nano%', 'GPT-5 Nano', [0.05, 0.4, 0.005, 0, 0, 0, 0]],
  ['gpt-5%', 'GPT-5', [1.25, 10, 0.125, 0, 0, 2.5, 20]],
  ['o4-mini%', 'o4-mini', [1.1, 4.4, 0.275, 0, 0, 2, 8]],
  ['o3%', 'o3', [2, 8, 0.5, 0, 0, 3.5, 14]],
  ['codex-mini-latest', 'Codex Mini', [1.5, 6, 0.375, 0, 0, 0, 0]],
]

/** The day on which the rows were last checked. */
export const DEFAULTS_AS_OF = Date.UTC(2026, 10, 25)

const NONE: Long = [0, 0, 0, 0, 0]

const ratesOf = ([input, output, cacheRead, cacheWrite, cacheWrite1h]: Long): RuleRates => ({
  input,
  output,
  cacheRead,
  cacheWrite,
  cacheWrite1h,
})

const ruleOf =
  (provider: Provider) =>
  ([pattern, displayName, rates, { long = NONE, intro } = {}]: Row): PricingRule => {
    const [input, output, cacheRead, cacheWrite, cacheWrite1h, fastInput, fastOutput] = rates
    const [introUntil, ...introRates] = intro ?? [null, ...NONE]
    return {
      pattern,
      displayName,
      provider,
      custom: false,
      standard: { input, output, cacheRead, cacheWrite, cacheWrite1h },
      fast: { input: fastInput, output: fastOutput },
      long: ratesOf(long),
      introUntil,
      intro: ratesOf(introRates),
    }
  }

/** The rules of a fresh installation. */
export const DEFAULT_RULES: readonly PricingRule[] = [...CLAUDE.map(ruleOf('claude')), ...OPENAI.map(ruleOf('codex'))]
