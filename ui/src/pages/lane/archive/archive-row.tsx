import type { Lane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { SettingRow } from '../../../kit/setting-row.js'
import { ArchiveButton } from './archive-button.js'

/** The archive among the settings of a lane. */
export function ArchiveRow({ lane }: { readonly lane: Lane }) {
  const t = useWords()
  return (
    <SettingRow label={t('archive:label')} help={t('archive:help')}>
      <ArchiveButton lane={lane} />
    </SettingRow>
  )
}
