import { useState } from 'react'
import { useCaller } from '../../../api/caller.js'
import { advice } from '../../../api/failure.js'
import type { Lane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Confirm } from '../../../kit/confirm.js'
import { Moment } from '../../../kit/time.js'
import { NodeSign } from './node-sign.js'
import styles from './pipeline.module.css'
import { TemplateChoice } from './templates.js'
import { useStage } from './use-stage.js'

type Node = Lane['pipeline_nodes'][number]

/** All stages of the pipeline, with their results. */
export function Stages({ lane }: { readonly lane: Lane }) {
  const t = useWords()
  const stage = useStage(lane)
  const [back, setBack] = useState<Node>()
  const mayAct = useCaller()?.role !== 'analyst'
  const nodes = lane.pipeline_nodes
  const current = nodes.findIndex((node) => node.current)
  const go = (node: Node, at: number): void => {
    // Going back drops results.
    if (at < current) setBack(node)
    else stage.mutate({ stage: node.id })
  }
  return (
    <section aria-labelledby="pipeline-stages">
      <header className={styles['head']}>
        <h3 id="pipeline-stages">{t('pipeline:stages')}</h3>
        <TemplateChoice lane={lane} />
      </header>
      <ol className={styles['stages']}>
        {nodes.map((node, at) => (
          <li key={node.id} data-state={node.state} aria-current={node.current ? 'step' : undefined}>
            <NodeSign gate={node.gate} state={node.state} />
            <b>{node.label}</b>
            <span className={styles['shows']}>
              <Shows node={node} record={lane.stages[node.id]} />
            </span>
            <span className={styles['when']}>
              {lane.stages[node.id] !== undefined && <Moment at={lane.stages[node.id]?.at ?? ''} className="num" />}
            </span>
            {mayAct && !node.current ? (
              <button
                type="button"
                className={buttons['quiet']}
                aria-label={t(at < current ? 'pipeline:back.named' : 'pipeline:hereNamed', { name: node.label })}
                disabled={stage.isPending}
                onClick={() => go(node, at)}
              >
                {t(at < current ? 'pipeline:back.button' : 'pipeline:here')}
              </button>
            ) : (
              <span />
            )}
          </li>
        ))}
      </ol>
      {stage.error !== null && back === undefined && (
        <p role="alert" className="bad">
          {advice(stage.error)}
        </p>
      )}
      {back !== undefined && (
        <Confirm
          title={t('pipeline:back.title', { name: back.label })}
          action={t('pipeline:back.action')}
          busy={stage.isPending}
          error={stage.error === null ? undefined : advice(stage.error)}
          onConfirm={() => stage.mutate({ stage: back.id }, { onSuccess: () => setBack(undefined) })}
          onClose={() => setBack(undefined)}
        >
          {t('pipeline:back.says')}
        </Confirm>
      )}
    </section>
  )
}

/** The evidence of a stage, or what is known without it. */
function Shows({ node, record }: { readonly node: Node; readonly record: Lane['stages'][string] | undefined }) {
  const t = useWords()
  const evidence = record?.evidence ?? []
  return (
    <>
      {t(`pipeline:state.${node.state}`)}
      {node.gate && node.state === 'pending' && <small>{t('pipeline:isGate')}</small>}
      {evidence.map((one, at) => (
        <Evidence key={at} text={one} />
      ))}
      {node.detected && <small title={t('pipeline:detectedSays')}>{t('pipeline:detected')}</small>}
    </>
  )
}

/** A web address is a link; everything else is text, for it comes from an agent. */
function Evidence({ text }: { readonly text: string }) {
  return /^https?:\/\//i.test(text) ? (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    <code>{text}</code>
  )
}
