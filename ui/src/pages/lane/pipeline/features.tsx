import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { slugOfTitle } from '../../../../../src/domain/git/slug.js'
import { call } from '../../../api/call.js'
import { useCaller } from '../../../api/caller.js'
import { advice } from '../../../api/failure.js'
import type { Lane } from '../../../api/types.js'
import { t } from '../../../i18n/i18n.js'
import { percent } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Field } from '../../../kit/field.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { formText } from '../../../kit/form-text.js'
import { Moment } from '../../../kit/time.js'
import styles from './pipeline.module.css'
import { featuresQuery } from './queries.js'
import { keepPanes } from './use-stage.js'

const activate = async (lane: Lane, slug: string, title?: string): Promise<void> => {
  const { lane: changed } = await call('POST /api/lanes/:id/features/activate', {
    params: { id: String(lane.id) },
    body: { slug, ...(title === undefined ? {} : { title }) },
  })
  keepPanes(changed)
}

/** The pieces of work in the lane: the active one, and those that were put aside with their stages. */
export function Features({ lane }: { readonly lane: Lane }) {
  const t = useWords()
  const [isNew, setNew] = useState(false)
  const mayAct = useCaller()?.role !== 'analyst'
  const { data: features = [] } = useQuery(featuresQuery(String(lane.id), lane.updated_at))
  // The first feature gets the stages that the lane has already.
  const kind = features.some(({ archived_at: archived }) => archived === null) ? 'new' : 'first'
  const resume = useMutation({ mutationFn: (slug: string) => activate(lane, slug) })
  return (
    <section aria-labelledby="pipeline-features">
      <header className={styles['head']}>
        <h3 id="pipeline-features">{t('pipeline:features.title')}</h3>
        {mayAct && (
          <button type="button" className={buttons['quiet']} onClick={() => setNew(true)}>
            <Plus size={14} aria-hidden />
            {t(`pipeline:features.${kind}`)}
          </button>
        )}
      </header>
      {features.length === 0 ? (
        <p className="faint">{t('pipeline:features.none')}</p>
      ) : (
        <ul className={styles['features']}>
          {features.map(
            ({ slug, title, stage, pipeline_nodes: nodes, progress, archived_at: archived, updated_at: at }) => (
              <li key={slug}>
                <b title={slug}>{title}</b>
                <span>
                  {nodes.find(({ id }) => id === stage)?.label ?? stage ?? t('pipeline:features.noStage')}
                  {nodes.length > 0 && <small className="num">{percent(progress, 1)}</small>}
                </span>
                <Moment at={at} className="num faint" />
                {archived === null ? (
                  <span className="faint">{t('pipeline:features.active')}</span>
                ) : mayAct ? (
                  <button
                    type="button"
                    className={buttons['quiet']}
                    disabled={resume.isPending}
                    aria-label={t('pipeline:features.resumeNamed', { name: title })}
                    onClick={() => resume.mutate(slug)}
                  >
                    {t('pipeline:features.resume')}
                  </button>
                ) : (
                  <span />
                )}
              </li>
            ),
          )}
        </ul>
      )}
      {resume.error !== null && (
        <p role="alert" className="bad">
          {advice(resume.error)}
        </p>
      )}
      {isNew && (
        <FormDialog
          title={t(`pipeline:features.${kind}`)}
          action={t(`pipeline:features.${kind}Action`)}
          check={complaintsOf}
          send={(form) => activate(lane, slugOfTitle(formText(form, 'title')), formText(form, 'title'))}
          onClose={() => setNew(false)}
        >
          <Field name="title" label={t('pipeline:features.name')} hint={t(`pipeline:features.${kind}Says`)} autoFocus />
        </FormDialog>
      )}
    </section>
  )
}

const complaintsOf = (form: FormData): Readonly<Record<string, string>> =>
  slugOfTitle(formText(form, 'title')) === '' ? { title: t('pipeline:features.noName') } : {}
