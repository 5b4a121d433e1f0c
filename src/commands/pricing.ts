import type { Author } from '../domain/access/author.js'
import { isDefaultPattern, promotionAfter, providerOfPattern } from '../domain/pricing/card.js'
import type { Rates } from '../domain/pricing/rule.js'
import { reject, type Rejection } from '../domain/rejection.js'
import type { Provider } from '../domain/tools/catalog.js'
import type { Committer } from '../events/commit.js'
import { PRICING_STREAM } from '../events/streams.js'
import { ruleOfPattern, setRules } from '../projections/queries/pricing.js'
import type { Reader } from '../projections/sql.js'
import type { Clock } from './ports/clock.js'

type Rate = number | undefined

export interface SetPricingRule {
  readonly model_pattern: string
  readonly display_name: string
  /** Absent: the provider of the previous rule, or derived from the pattern. */
  readonly provider?: Provider | undefined
  readonly input_per_mtok?: Rate
  readonly output_per_mtok?: Rate
  readonly cache_read_per_mtok?: Rate
  readonly cache_write_per_mtok?: Rate
  readonly cache_write_1h_per_mtok?: Rate
  readonly fast_input_per_mtok?: Rate
  readonly fast_output_per_mtok?: Rate
  readonly long_input_per_mtok?: Rate
  readonly long_output_per_mtok?: Rate
  readonly long_cache_read_per_mtok?: Rate
  readonly long_cache_write_per_mtok?: Rate
  readonly long_cache_write_1h_per_mtok?: Rate
  readonly intro_until?: string | null | undefined
  readonly intro_input_per_mtok?: Rate
  readonly intro_output_per_mtok?: Rate
  readonly intro_cache_read_per_mtok?: Rate
  readonly intro_cache_write_per_mtok?: Rate
  readonly intro_cache_write_1h_per_mtok?: Rate
}

const standardRates = (command: SetPricingRule): Rates => ({
  input: command.input_per_mtok ?? 0,
  output: command.output_per_mtok ?? 0,
  cacheRead: command.cache_read_per_mtok ?? 0,
  cacheWrite: command.cache_write_per_mtok ?? 0,
  cacheWrite1h: command.cache_write_1h_per_mtok ?? 0,
})

const longRates = (command: SetPricingRule): Rates => ({
  input: command.long_input_per_mtok ?? 0,
  output: command.long_output_per_mtok ?? 0,
  cacheRead: command.long_cache_read_per_mtok ?? 0,
  cacheWrite: command.long_cache_write_per_mtok ?? 0,
  cacheWrite1h: command.long_cache_write_1h_per_mtok ?? 0,
})

const introRates = (command: SetPricingRule): Partial<Rates> => {
  const { intro_input_per_mtok: input, intro_output_per_mtok: output } = command
  const { intro_cache_read_per_mtok: cacheRead, intro_cache_write_per_mtok: cacheWrite } = command
  const cacheWrite1h = command.intro_cache_write_1h_per_mtok
  return {
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    ...(cacheWrite1h === undefined ? {} : { cacheWrite1h }),
  }
}

/** Returns the commands for pricing rules. They read the rules inside the transaction, so concurrent changes are not lost. */
export const pricingCommands = (committer: Committer, clock: Clock, db: Reader) => ({
  /** Sets the rule of a pattern. Missing rates become zero; a missing promotion stays unchanged. */
  set: (command: SetPricingRule, author: Author): Promise<void> =>
    committer.submit((tx) => {
      tx.project()
      const { model_pattern: pattern, display_name: displayName } = command
      const before = ruleOfPattern(db, pattern)
      const change = { until: command.intro_until, rates: introRates(command) }
      tx.append(PRICING_STREAM, {
        type: 'pricing-rule-set',
        data: {
          pattern,
          displayName,
          provider: command.provider ?? before?.provider ?? providerOfPattern(pattern),
          standard: standardRates(command),
          fast: { input: command.fast_input_per_mtok ?? 0, output: command.fast_output_per_mtok ?? 0 },
          long: longRates(command),
          ...promotionAfter(before, change),
        },
        occurredAt: clock.now(),
        ...author,
      })
    }),

  /** Deletes the rule of a pattern. Default rules cannot be deleted, even if they were edited. */
  remove: (pattern: string, author: Author): Promise<Rejection<'NOT_FOUND' | 'DEFAULT_RULE'> | undefined> =>
    committer.submit((tx) => {
      tx.project()
      if (ruleOfPattern(db, pattern) === undefined) return reject('NOT_FOUND', 'pricing rule not found')
      if (isDefaultPattern(pattern)) {
        return reject('DEFAULT_RULE', 'a default rule cannot be deleted; reset it to restore its rates')
      }
      tx.append(PRICING_STREAM, { type: 'pricing-rule-removed', data: { pattern }, occurredAt: clock.now(), ...author })
      return undefined
    }),

  /** Deletes the user's rules of one provider or of all, so that the defaults apply again. */
  reset: (provider: Provider | null, author: Author): Promise<void> =>
    committer.submit((tx) => {
      tx.project()
      const patterns = setRules(db)
        .filter((rule) => provider === null || rule.provider === provider)
        .map(({ pattern }) => pattern)
      if (patterns.length === 0) return
      tx.append(PRICING_STREAM, {
        type: 'pricing-reset',
        data: { provider, patterns },
        occurredAt: clock.now(),
        ...author,
      })
    }),
})

export type PricingCommands = ReturnType<typeof pricingCommands>
