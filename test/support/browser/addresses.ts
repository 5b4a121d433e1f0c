/** The sections of Alerts and Settings, each with a selector that appears once it is loaded. */
export const SECTIONS = [
  ['/alerts', '.setting-head >> nth=1'],
  ['/settings/preferences', 'fieldset'],
  ['/settings/hooks', '.setting-row'],
  ['/settings/pricing', '.t'],
  ['/settings/data', '.facts'],
  ['/settings/import', '.drop'],
  ['/settings/machines', '.setting-head'],
  ['/settings/about', '.facts'],
] as const
