import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Provider, PROVIDERS, toolOf } from '../../../api/tools.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { CopyButton } from '../../../kit/copy-button.js'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import { SettingRow } from '../../../kit/setting-row.js'
import { guideQuery } from './queries.js'

/** How to bring the history of another machine here: one command there, one upload here. */
export function Guide() {
  const t = useWords()
  const [provider, setProvider] = useState<Provider>('claude')
  const { data: guide } = useQuery(guideQuery(provider))
  return (
    <SettingRow
      label={t('settings:import.guide.label')}
      help={
        guide !== undefined && (
          <Trans
            i18nKey="settings:import.guide.says"
            values={{ command: guide.archive_command }}
            components={{ code: <code className="mono" /> }}
          />
        )
      }
      isWide
    >
      <SegmentedControl
        label={t('settings:import.guide.of')}
        hidesLabel
        name="provider"
        value={provider}
        options={PROVIDERS.map((known) => [known, toolOf(known).name])}
        onChange={setProvider}
      />
      {guide !== undefined && (
        <CopyButton
          text={guide.archive_command}
          words={t('settings:import.guide.copy')}
          title={guide.archive_command}
        />
      )}
    </SettingRow>
  )
}
