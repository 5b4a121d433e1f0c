import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { useWords } from '../../../i18n/use-words.js'

export interface Targets {
  /** The webhooks that are chosen, by id. */
  readonly webhooks: readonly string[]
  /** Whether browsers are notified. */
  readonly browsers: boolean
}

/** Sends one notification to all targets, and returns how many accepted it. */
async function sendTest({ webhooks, browsers }: Targets, title: string, body: string) {
  const sent = await Promise.all(
    webhooks.map(async (id) => (await call('POST /api/webhooks/:id/test', { params: { id } })).ok),
  )
  const { pushed, failed } = browsers
    ? await call('POST /api/push/send', { body: { title, body } })
    : { pushed: 0, failed: 0 }
  return { delivered: sent.filter(Boolean).length + pushed, all: sent.length + pushed + failed }
}

interface RuleTest {
  readonly send: (targets: Targets, name: string) => void
  readonly isSending: boolean
  /** The result of the last test. */
  readonly outcome: ReactNode
  /** Forgets the last test. */
  readonly reset: () => void
}

/** Tests where the alerts of a rule are sent. The rule does not have to be saved. */
export function useRuleTest(): RuleTest {
  const t = useWords()
  const { data, error, isPending, mutate, reset } = useMutation({
    mutationFn: ({ targets, name }: { readonly targets: Targets; readonly name: string }) =>
      sendTest(targets, name, t('alerts:form.testBody')),
  })
  return {
    send: (targets, name) => mutate({ targets, name }),
    isSending: isPending,
    outcome: outcomeOf(),
    reset,
  }
  function outcomeOf(): ReactNode {
    if (error !== null) {
      return (
        <p role="alert" className="bad">
          {advice(error)}
        </p>
      )
    }
    if (data === undefined) return null
    if (data.all === 0) return <p role="status">{t('alerts:form.testNeeds')}</p>
    return (
      <p role="status" className={data.delivered < data.all ? 'bad' : undefined}>
        {t('alerts:form.tested', { delivered: data.delivered, count: data.all })}
      </p>
    )
  }
}
