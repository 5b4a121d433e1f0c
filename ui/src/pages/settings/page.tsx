import { type Section, SectionTabs } from '../../kit/section-tabs.js'

const SECTIONS: readonly Section[] = [
  ['/settings/hooks', 'Hooks'],
  ['/settings/import', 'Import & export'],
  ['/settings/data', 'Data'],
  ['/settings/preferences', 'Preferences'],
  ['/settings/about', 'About'],
]

/** How it runs here: how the agents report, what is kept, how it looks. */
export const SettingsPage = () => <SectionTabs title="Settings" sections={SECTIONS} />
