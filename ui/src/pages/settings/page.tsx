import { t } from '../../i18n/i18n.js'
import { useWords } from '../../i18n/use-words.js'
import { type Section, SectionTabs } from '../../kit/section-tabs.js'

const sections = (): readonly Section[] => [
  ['/settings/hooks', t('settings:tabs.hooks')],
  ['/settings/import', t('settings:tabs.import')],
  ['/settings/data', t('settings:tabs.data')],
  ['/settings/preferences', t('settings:tabs.preferences')],
  ['/settings/about', t('settings:tabs.about')],
]

/** How it runs here: how the agents report, what is kept, how it looks. */
export function SettingsPage() {
  useWords()
  return <SectionTabs title={t('settings:title')} sections={sections()} />
}
