import { bytes, duration, exactCount } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Page } from '../../../kit/page.js'
import { SettingRow, SettingSection } from '../../../kit/setting-row.js'
import { Unread } from '../../../kit/unread.js'
import { useSettings } from '../use-settings.js'
import { Updates } from './updates.js'

/** Which version runs where, and whether there is a newer one. */
export function AboutSection() {
  const t = useWords()
  const { data, error } = useSettings()
  if (data === undefined) return <Unread error={error} />
  const { server } = data
  const facts: readonly (readonly [string, string])[] = [
    [t('settings:about.version'), server.version],
    [t('settings:about.running'), duration(server.uptime * 1000)],
    [t('settings:about.node'), server.node_version],
    [
      t('settings:about.machine'),
      t('settings:about.cores', { platform: server.platform, arch: server.arch, count: server.cpus }),
    ],
    [t('settings:about.memory'), bytes(server.memory.rss)],
    [t('settings:about.pages'), exactCount(server.ws_connections)],
    [t('settings:about.origins'), t(`settings:about.originsOf.${server.origins}`)],
  ]
  return (
    <Page title={t('pages.about')} isNarrow>
      <SettingSection>
        {facts.map(([name, value]) => (
          <SettingRow key={name} label={name}>
            <span className="num">{value}</span>
          </SettingRow>
        ))}
        <Updates />
        <SettingRow label={t('settings:about.api')}>
          <a className={buttons['button']} href="/api/docs">
            {t('settings:about.apiOpen')}
          </a>
        </SettingRow>
      </SettingSection>
    </Page>
  )
}
