import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { useCaller } from '../../../api/caller.js'
import { advice } from '../../../api/failure.js'
import type { Check, Lane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Confirm } from '../../../kit/confirm.js'
import { Age } from '../../../kit/time.js'
import { evidenceQuery } from '../review/queries.js'
import { checkOf, type NextStep } from './next-step.js'
import { NodeSign } from './node-sign.js'
import { PassDialog } from './pass-dialog.js'
import styles from './pipeline.module.css'
import { useStage } from './use-stage.js'

interface NextCardProps {
  readonly lane: Lane
  readonly step: NextStep
}

type Asked = 'pass' | 'fail' | 'without'

/** What is missing for the next stage, with the action that does it. */
export function NextCard({ lane, step }: NextCardProps) {
  const t = useWords()
  const stage = useStage(lane)
  const [asked, setAsked] = useState<Asked>()
  const mayAct = useCaller()?.role !== 'analyst'
  if (step.says === 'complete')
    return (
      <section className={styles['card']} aria-label={t('pipeline:next.label')}>
        <NodeSign gate={false} state="done" />
        <div>
          <h2>{t('pipeline:next.complete')}</h2>
        </div>
      </section>
    )
  const { node, says } = step
  const close = (): void => setAsked(undefined)
  return (
    <section className={styles['card']} aria-label={t('pipeline:next.label')} data-says={says}>
      <NodeSign gate={node.gate} state={says === 'start' ? 'pending' : node.state} />
      <div>
        <h2>{t(`pipeline:next.${says}`, { name: node.label })}</h2>
        <Missing lane={lane} step={step} />
        {stage.error !== null && (
          <p role="alert" className="bad">
            {advice(stage.error)}
          </p>
        )}
      </div>
      {mayAct && (
        <div className={styles['acts']}>
          <RunCheck lane={lane} step={step} />
          {says === 'start' && (
            <button
              type="button"
              className={buttons['primary']}
              disabled={stage.isPending}
              onClick={() => stage.mutate({ stage: node.id })}
            >
              {t('pipeline:start', { name: node.label })}
            </button>
          )}
          {says === 'next' && (
            <button
              type="button"
              className={buttons['primary']}
              disabled={stage.isPending}
              onClick={() => stage.mutate({ stage: step.next.id })}
            >
              {t('pipeline:go', { name: step.next.label })}
            </button>
          )}
          {says !== 'start' && says !== 'next' && (
            <button type="button" className={buttons['button']} onClick={() => setAsked('pass')}>
              {t('pipeline:pass.button')}
            </button>
          )}
          {says === 'gate' && (
            <button type="button" className={buttons['quiet']} onClick={() => setAsked('without')}>
              {t('pipeline:without.button')}
            </button>
          )}
          {(says === 'gate' || says === 'last') && (
            <button type="button" className={buttons['quiet']} onClick={() => setAsked('fail')}>
              {t('pipeline:fail.button')}
            </button>
          )}
        </div>
      )}
      {(asked === 'pass' || asked === 'fail') && <PassDialog lane={lane} node={node} result={asked} onClose={close} />}
      {asked === 'without' && (
        <Confirm
          title={t('pipeline:without.title', { name: node.label })}
          action={t('pipeline:without.action')}
          busy={stage.isPending}
          error={stage.error === null ? undefined : advice(stage.error)}
          onConfirm={() => stage.mutate({ stage: node.id, result: 'pass' }, { onSuccess: close })}
          onClose={close}
        >
          {t('pipeline:without.says')}
        </Confirm>
      )}
    </section>
  )
}

/** The newest run of the check that a stage is about. */
function useCheck(
  lane: Lane,
  step: NextStep,
): { readonly kind: Check['kind'] | undefined; readonly check: Check | undefined } {
  const kind = step.says === 'complete' ? undefined : checkOf(step.node)
  const { data } = useQuery({ ...evidenceQuery(String(lane.id)), enabled: kind !== undefined })
  return { kind, check: data?.checks.find((one) => one.kind === kind) }
}

/** What is known of the stage: how its check ended, and for how long it is the current one. */
function Missing({ lane, step }: NextCardProps) {
  const t = useWords()
  const { check } = useCheck(lane, step)
  const since = lane.stage_since
  return (
    <p>
      {check === undefined
        ? t(step.says === 'gate' ? 'pipeline:missing.evidence' : 'pipeline:missing.nothing')
        : check.ok === null
          ? t('pipeline:missing.ran', { command: check.command })
          : check.ok && check.edits_since > 0
            ? t('pipeline:missing.edits', { command: check.command, count: check.edits_since })
            : t(check.ok ? 'pipeline:missing.passed' : 'pipeline:missing.failed', { command: check.command })}{' '}
      {since !== null && step.says !== 'start' && (
        <span className="faint">
          {t('pipeline:since')} <Age since={since} />
        </span>
      )}
    </p>
  )
}

/** Runs the check of the stage again. */
function RunCheck({ lane, step }: NextCardProps) {
  const t = useWords()
  const queries = useQueryClient()
  const { kind, check } = useCheck(lane, step)
  const id = String(lane.id)
  const run = useMutation({
    mutationFn: (name: Check['kind']) => call('POST /api/lanes/:id/checks/:name', { params: { id, name }, body: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: evidenceQuery(id).queryKey }),
  })
  if (kind === undefined || check === undefined) return null
  return (
    <button
      type="button"
      className={buttons['button']}
      title={check.command}
      disabled={run.isPending}
      onClick={() => run.mutate(kind)}
    >
      {t('pipeline:run')}
    </button>
  )
}
