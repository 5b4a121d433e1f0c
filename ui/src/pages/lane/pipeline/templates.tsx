import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { useCaller } from '../../../api/caller.js'
import { advice } from '../../../api/failure.js'
import type { Lane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import notes from '../../../kit/note.module.css'
import { Select } from '../../../kit/select.js'
import { Unread } from '../../../kit/unread.js'
import { NodeSign } from './node-sign.js'
import styles from './pipeline.module.css'
import { templatesQuery } from './queries.js'
import { keepPanes } from './use-stage.js'

/** Changes which pipeline a lane follows. */
const useFollow = ({ id }: Lane) =>
  useMutation({
    mutationFn: (pipeline: string) => call('PATCH /api/lanes/:id', { params: { id: String(id) }, body: { pipeline } }),
    onSuccess: ({ lane }) => keepPanes(lane),
  })

/** Chooses another pipeline for a lane that follows one. */
export function TemplateChoice({ lane }: { readonly lane: Lane }) {
  const t = useWords()
  const mayAct = useCaller()?.role !== 'analyst'
  const { data = [] } = useQuery(templatesQuery)
  const follow = useFollow(lane)
  if (data.length < 2 || !mayAct) return <small>{lane.pipeline_name}</small>
  return (
    <Select
      label={t('pipeline:choose')}
      value={lane.pipeline}
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
      disabled={follow.isPending}
      onChange={(next) => follow.mutate(next)}
    />
  )
}

/** Lets the lane follow one of the pipelines of the service, or installs the examples. */
export function Templates({ lane }: { readonly lane: Lane }) {
  const t = useWords()
  const role = useCaller()?.role
  const mayAct = role !== 'analyst'
  const mayInstall = role === undefined || role === 'admin'
  const { data, error } = useQuery(templatesQuery)
  const use = useFollow(lane)
  const queries = useQueryClient()
  const install = useMutation({
    mutationFn: () => call('POST /api/lanes/pipelines/examples'),
    onSuccess: () => queries.invalidateQueries({ queryKey: templatesQuery.queryKey }),
  })
  const failure = use.error ?? install.error
  if (data === undefined) return <Unread error={error} />
  return (
    <div className={notes['note']} data-note>
      <h1>{t('pipeline:none.title')}</h1>
      <p>{t('pipeline:none.says')}</p>
      {data.length === 0 ? (
        mayInstall && (
          <button
            type="button"
            className={buttons['button']}
            disabled={install.isPending}
            onClick={() => install.mutate()}
          >
            {t('pipeline:none.install')}
          </button>
        )
      ) : (
        <ul className={styles['templates']}>
          {data.map(({ id, name, nodes }) => (
            <li key={id}>
              <b>{name}</b>
              <span>{nodes.map(({ label }) => label).join(', ')}</span>
              <span>
                {nodes.map((node) => (
                  <NodeSign key={node.id} gate={node.gate} state="pending" />
                ))}
              </span>
              {mayAct && (
                <button
                  type="button"
                  className={buttons['button']}
                  disabled={use.isPending}
                  aria-label={t('pipeline:none.useNamed', { name })}
                  onClick={() => use.mutate(id)}
                >
                  {t('pipeline:none.use')}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {failure !== null && (
        <p role="alert" className="bad">
          {advice(failure)}
        </p>
      )}
    </div>
  )
}
