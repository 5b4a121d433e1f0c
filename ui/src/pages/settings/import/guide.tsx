import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Provider, PROVIDERS, toolOf } from '../../../api/tools.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import { CopyButton } from '../../../kit/copy-button.js'
import { Unread } from '../../../kit/unread.js'
import { isKnown } from './guide-words.js'
import { guideQuery } from './queries.js'

/** The steps from another machine to here. */
export function Guide() {
  const t = useWords()
  const [provider, setProvider] = useState<Provider>('claude')
  const { data: guide, error } = useQuery(guideQuery(provider))
  if (guide === undefined) return <Unread error={error} />
  const { default_projects_dir_display: here, default_projects_dir_exists: exists, archive_command } = guide
  const { projects, jsonl_files } = guide.default_projects_dir_stats
  const path = <span className="mono" />
  return (
    <div className="guide">
      <div className="guide-head">
        <SegmentedControl
          label={t('settings:import.guide.of')}
          name="provider"
          value={provider}
          options={PROVIDERS.map((known) => [known, toolOf(known).name])}
          onChange={setProvider}
        />
        <p className="faint">
          {exists ? (
            <Trans
              i18nKey="settings:import.guide.here"
              values={{
                transcripts: t('settings:import.guide.transcripts', { count: jsonl_files }),
                folders: t('settings:import.guide.folders', { count: projects }),
                path: here,
              }}
              components={{ path }}
            />
          ) : (
            <Trans i18nKey="settings:import.guide.nothing" values={{ path: here }} components={{ path }} />
          )}
        </p>
      </div>
      <ol className="steps">
        {guide.steps.map((step) => (
          <li key={step.id}>
            <b>{isKnown(step) ? t(`settings:import.guide.steps.${step.id}.title`) : step.title}</b>
            <p className="faint">
              {isKnown(step) ? (
                <Trans
                  i18nKey={`settings:import.guide.steps.${step.id}.body`}
                  values={{ path: here, command: archive_command }}
                  components={{ code: <code className="mono" /> }}
                />
              ) : (
                step.body
              )}
            </p>
          </li>
        ))}
      </ol>
      <CopyButton text={archive_command} words={t('settings:import.guide.copy')} title={archive_command} />
    </div>
  )
}
