import { type Provider, PROVIDERS, toolOf } from '../../../api/tools.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { CopyButton } from '../../../kit/copy-button.js'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import { SettingRow } from '../../../kit/setting-row.js'
import type { ImportGuide } from './queries.js'

/** How to import the history of another machine: a command there, an upload here. */
export function Guide({
  guide,
  provider,
  onChange,
}: {
  guide: ImportGuide
  provider: Provider
  onChange: (provider: Provider) => void
}) {
  const t = useWords()
  return (
    <SettingRow
      label={t('settings:import.guide.label')}
      help={
        <Trans
          i18nKey="settings:import.guide.says"
          values={{ command: guide.archive_command }}
          components={{ code: <code className="mono" /> }}
        />
      }
      isWide
    >
      <SegmentedControl
        label={t('settings:import.guide.of')}
        hidesLabel
        name="provider"
        value={provider}
        options={PROVIDERS.map((known) => [known, toolOf(known).name])}
        onChange={onChange}
      />
      <CopyButton text={guide.archive_command} words={t('settings:import.guide.copy')} title={guide.archive_command} />
    </SettingRow>
  )
}
