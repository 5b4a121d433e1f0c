import { t } from '../../i18n/i18n.js'
import { useWords } from '../../i18n/use-words.js'
import { type Section, SectionTabs } from '../../kit/section-tabs.js'

const sections = (): readonly Section[] => [
  ['/config/pricing', t('config:tabs.pricing')],
  ['/config/alerts', t('config:tabs.alerts')],
  ['/config/webhooks', t('config:tabs.webhooks')],
  ['/config/sources', t('config:tabs.sources')],
]

/** What the service is told to do: what tokens cost, what it watches for, whom it tells, what else it reads. */
export function ConfigPage() {
  useWords()
  return <SectionTabs title={t('config:title')} sections={sections()} />
}
