import { useState } from 'react'
import { bytes, exactCount } from '../../../format/format.js'
import { i18n, t } from '../../../i18n/i18n.js'
import type { Words } from '../../../i18n/namespaces.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { Unread } from '../../../kit/unread.js'
import { useSettings } from '../use-settings.js'
import { CleanUp } from './clean-up.js'
import { ClearAll } from './clear-all.js'

const hasWords = (name: string): name is keyof Words['settings']['data']['counts'] =>
  i18n.exists(`settings:data.counts.${name}`)

/** What is counted under a name; the name itself where this page has never heard of it. */
const countWords = (name: string): string => (hasWords(name) ? t(`settings:data.counts.${name}`) : name)

/** Where everything is kept, how much there is, and how to have less of it. */
export function DataSection() {
  useWords()
  const { data, error } = useSettings()
  const [clearing, setClearing] = useState(false)
  if (data === undefined) return <Unread error={error} />
  const { db } = data
  return (
    <section className="setting" aria-labelledby="data-title">
      <h2 id="data-title">{t('settings:data.title')}</h2>
      <p className="says">
        <Trans
          i18nKey="settings:data.says"
          values={{ size: bytes(db.size), path: db.path }}
          components={{ path: <span className="mono" /> }}
        />
      </p>
      <dl className="facts num">
        {Object.entries(db.counts).map(([name, n]) => (
          <div key={name}>
            <dt>{countWords(name)}</dt>
            <dd>{exactCount(n)}</dd>
          </div>
        ))}
      </dl>
      <CleanUp />
      <div className="setting-row">
        <div>
          <b>{t('settings:data.clear.title')}</b>
          <p className="faint">{t('settings:data.clear.says')}</p>
        </div>
        <span />
        <div className="buttons">
          <button type="button" className="btn risky" onClick={() => setClearing(true)}>
            {t('settings:data.clear.start')}
          </button>
        </div>
      </div>
      {clearing && <ClearAll counts={db.counts} onClose={() => setClearing(false)} />}
    </section>
  )
}
