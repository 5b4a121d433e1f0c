import { t } from '../../i18n/i18n.js'
import { useWords } from '../../i18n/use-words.js'
import { type Section, SectionTabs } from '../../kit/section-tabs.js'

const sections = (): readonly Section[] => [
  ['/settings/preferences', t('settings:tabs.preferences')],
  ['/settings/hooks', t('settings:tabs.hooks')],
  ['/settings/pricing', t('settings:tabs.pricing')],
  ['/settings/data', t('settings:tabs.data')],
  ['/settings/import', t('settings:tabs.import')],
  ['/settings/machines', t('settings:tabs.machines')],
  ['/settings/about', t('settings:tabs.about')],
]

/** How Switchyard runs on this machine and looks in this browser. */
export function SettingsPage() {
  useWords()
  return <SectionTabs title={t('settings:title')} sections={sections()} />
}
