import { bytes, duration, exactCount } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { Unread } from '../../../kit/unread.js'
import { useSettings } from '../use-settings.js'
import { Updates } from './updates.js'

/** What runs here, and whether there is something newer. */
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
  ]
  return (
    <section className="setting" aria-labelledby="about-title">
      <h2 id="about-title">{t('settings:about.title')}</h2>
      <dl className="facts num">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Updates />
      <div className="setting-row">
        <div>
          <b>{t('settings:about.api')}</b>
          <p className="faint">{t('settings:about.apiSays')}</p>
        </div>
        <span />
        <div className="buttons">
          <a className="btn" href="/api/docs">
            {t('settings:about.apiOpen')}
          </a>
        </div>
      </div>
    </section>
  )
}
