import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { pricingQuery } from '../../../api/queries.js'
import type { PricingRule } from '../../../api/types.js'
import { plural } from '../../../format/format.js'
import { type Column, Figure } from '../../../figures/figure.js'
import { Confirm } from '../../../kit/confirm.js'
import { FailureNote } from '../../../kit/failure-note.js'
import { SearchField } from '../../../kit/search-field.js'
import { RATES } from './rates.js'
import { RuleDialog } from './rule-dialog.js'

const TABLE_RATES = RATES.slice(0, 5)

type Asked =
  | { readonly kind: 'edit'; readonly rule: PricingRule | undefined }
  | { readonly kind: 'delete'; readonly rule: PricingRule }
  | { readonly kind: 'reset' }

const columnsWith = (ask: (asked: Asked) => void): readonly Column<PricingRule>[] => [
  {
    title: 'Model',
    value: (rule) => rule.model_pattern,
    show: (rule) => (
      <>
        <span className="mono">{rule.model_pattern}</span>
        {!rule.is_default && <span className="chip soft">yours</span>}
      </>
    ),
  },
  { title: 'Name', value: (rule) => rule.display_name },
  ...TABLE_RATES.map(([name, title]) => ({
    title,
    isNumber: true,
    value: (rule: PricingRule) => rule[name],
    show: (rule: PricingRule) => String(rule[name]),
  })),
  {
    title: 'Change',
    isNumber: true,
    isAction: true,
    value: () => null,
    show: (rule) => (
      <span className="row-acts">
        <button type="button" onClick={() => ask({ kind: 'edit', rule })}>
          Edit<span className="sr-only"> {rule.model_pattern}</span>
        </button>
        {!rule.is_default && (
          <button type="button" onClick={() => ask({ kind: 'delete', rule })}>
            Delete<span className="sr-only"> {rule.model_pattern}</span>
          </button>
        )}
      </span>
    ),
  },
]

/** What tokens cost: the rules that came with the service, and those that were set. */
export function PricingSection() {
  const { data, error } = useQuery(pricingQuery)
  const [asked, setAsked] = useState<Asked>()
  const [words, setWords] = useState<string>()
  if (error !== null && data === undefined) return <FailureNote error={error} />
  const rules = data?.pricing ?? []
  const own = rules.filter(({ is_default }) => !is_default).length
  const wanted = (words ?? '').toLowerCase()
  const shown = rules.filter(({ model_pattern, display_name }) =>
    `${model_pattern} ${display_name}`.toLowerCase().includes(wanted),
  )
  const close = (): void => setAsked(undefined)
  return (
    <div className="setting">
      <Figure
        title="Pricing"
        says={`USD per million tokens. ${plural(rules.length, 'rule')}, ${own === 0 ? 'none' : own} of them yours; a change prices all history at once.`}
        name="pricing"
        columns={columnsWith(setAsked)}
        rows={shown}
      />
      {data !== undefined && shown.length === 0 && <p className="faint">No rule has these words.</p>}
      <div className="buttons">
        <SearchField label="Find a rule" placeholder="Find a rule" value={words} onChange={setWords} />
        <button type="button" className="btn" onClick={() => setAsked({ kind: 'reset' })}>
          Reset all rules
        </button>
        <button type="button" className="btn primary" onClick={() => setAsked({ kind: 'edit', rule: undefined })}>
          Add a rule
        </button>
      </div>
      {asked?.kind === 'edit' && <RuleDialog rule={asked.rule} onClose={close} />}
      {asked?.kind === 'delete' && <DeleteRule rule={asked.rule} onClose={close} />}
      {asked?.kind === 'reset' && <ResetRules own={own} onClose={close} />}
    </div>
  )
}

function DeleteRule({ rule, onClose }: { rule: PricingRule; onClose: () => void }) {
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call('DELETE /api/pricing/:pattern', { params: { pattern: rule.model_pattern } }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      onClose()
    },
  })
  return (
    <Confirm
      title={`Delete ${rule.display_name}?`}
      action="Delete the rule"
      busy={isPending}
      error={error === null ? undefined : advice(error)}
      onConfirm={mutate}
      onClose={onClose}
    >
      Usage that only this rule prices counts as nothing then, and is named as unpriced.
    </Confirm>
  )
}

function ResetRules({ own, onClose }: { own: number; onClose: () => void }) {
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call('POST /api/settings/reset-pricing', { body: {} }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      onClose()
    },
  })
  return (
    <Confirm
      title="Reset all pricing rules?"
      action="Reset the rules"
      busy={isPending}
      error={error === null ? undefined : advice(error)}
      onConfirm={mutate}
      onClose={onClose}
    >
      {own === 0 ? 'Changed rules' : `${plural(own, 'rule')} of yours and every changed rule`} will be forgotten; the
      rules that came with this version apply again.
    </Confirm>
  )
}
