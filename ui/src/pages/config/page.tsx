import { type Section, SectionTabs } from '../../kit/section-tabs.js'

const SECTIONS: readonly Section[] = [
  ['/config/pricing', 'Pricing'],
  ['/config/alerts', 'Alerts'],
  ['/config/webhooks', 'Webhooks'],
  ['/config/sources', 'Remote sources'],
]

/** What the service is told to do: what tokens cost, what it watches for, whom it tells, what else it reads. */
export const ConfigPage = () => <SectionTabs title="Config" sections={SECTIONS} />
