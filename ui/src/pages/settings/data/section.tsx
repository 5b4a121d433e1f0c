import { useQueryClient } from '@tanstack/react-query'
import { bytes, exactCount } from '../../../format/format.js'
import { i18n, t } from '../../../i18n/i18n.js'
import type { Words } from '../../../i18n/namespaces.js'
import { useWords } from '../../../i18n/use-words.js'
import { Page } from '../../../kit/page.js'
import { SettingRow, SettingSection } from '../../../kit/setting-row.js'
import { Unread } from '../../../kit/unread.js'
import { useSettings } from '../use-settings.js'
import { Backup } from './backup.js'
import { ClearAll } from './clear-all.js'
import { DeleteOld, EndIdle } from './clean-up.js'
import styles from './section.module.css'
import { Storage } from './storage.js'

const hasName = (name: string): name is keyof Words['settings']['data']['counts'] =>
  i18n.exists(`settings:data.counts.${name}`)

/** Returns the name of a count, or its key if the service is newer than this page. */
const nameOf = (name: string): string => (hasName(name) ? t(`settings:data.counts.${name}`) : name)

/** How much is stored, and actions that reduce it. */
export function DataSection() {
  useWords()
  const queries = useQueryClient()
  const { data, error } = useSettings()
  if (data === undefined) return <Unread error={error} />
  const { db } = data
  const refresh = () => queries.invalidateQueries()
  return (
    <Page title={t('pages.data')} isNarrow actions={<Backup />}>
      {db.files !== undefined && <Storage files={db.files} />}
      <SettingSection>
        <SettingRow label={t('settings:data.folder')} help={<span className="mono">{db.path}</span>}>
          <span className="num">{bytes(db.size)}</span>
        </SettingRow>
      </SettingSection>
      <dl className={styles['counts']}>
        {Object.entries(db.counts).map(([name, many]) => (
          <div key={name}>
            <dt>{nameOf(name)}</dt>
            <dd>{exactCount(many)}</dd>
          </div>
        ))}
      </dl>
      <SettingSection title={t('settings:data.cleanup')}>
        <EndIdle onDone={refresh} />
        <DeleteOld onDone={refresh} />
        <ClearAll counts={db.counts} onDone={refresh} />
      </SettingSection>
    </Page>
  )
}
