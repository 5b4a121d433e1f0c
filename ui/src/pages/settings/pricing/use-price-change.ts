import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import type { PricingRule } from '../../../api/types.js'
import { usd } from '../../../format/format.js'
import { t } from '../../../i18n/i18n.js'
import { dismissAll, notify } from '../../../kit/notices.js'
import { bodyOf, type RuleBody } from './rates.js'

const totalCost = async (): Promise<number> =>
  (await call('GET /api/pricing/cost', { query: { tz_offset: new Date().getTimezoneOffset() } })).total_cost
const put = (body: RuleBody) => call('PUT /api/pricing', { body })
const remove = (pattern: string) => call('DELETE /api/pricing/:pattern', { params: { pattern } })
const restore = (pattern: string) => call('POST /api/pricing/:pattern/reset', { params: { pattern } })

/** Returns the request that brings a rule back to what it was before a change. */
function undoTo(before: PricingRule | undefined, pattern: string): () => Promise<unknown> {
  if (before === undefined) return () => remove(pattern)
  if (before.is_default && before.default_rates === undefined) return () => restore(pattern)
  return () => put(bodyOf(before))
}

/** Changes prices. A toast shows the new total cost, with an undo. */
export function usePriceChange() {
  const queries = useQueryClient()
  const run = async (change: () => Promise<unknown>, undo?: () => Promise<unknown>): Promise<void> => {
    dismissAll()
    const before = await totalCost()
    await change()
    // Every cost on every page may have changed.
    const [now] = await Promise.all([totalCost(), queries.invalidateQueries()])
    const text =
      usd(now) === usd(before)
        ? t('settings:pricing.sameCost', { now: usd(now) })
        : t('settings:pricing.newCost', { now: usd(now), before: usd(before) })
    notify(text, undo && { label: t('undo'), run: () => void quietly(() => run(undo)) })
  }
  /** Reports an error in a toast, for actions without a form. */
  const quietly = async (action: () => Promise<void>): Promise<void> => {
    try {
      await action()
    } catch (error) {
      notify(advice(error))
    }
  }
  return {
    /** Sets a rule; rejects with the error of the service. */
    save: (body: RuleBody, before: PricingRule | undefined) => run(() => put(body), undoTo(before, body.model_pattern)),
    reset: (rule: PricingRule) =>
      void quietly(() => run(() => restore(rule.model_pattern), undoTo(rule, rule.model_pattern))),
    remove: (rule: PricingRule) =>
      void quietly(() =>
        run(
          () => remove(rule.model_pattern),
          () => put(bodyOf(rule)),
        ),
      ),
  }
}
