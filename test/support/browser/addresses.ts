/** The sections of Config and Settings, each with a selector that appears once it is loaded. */
export const SECTIONS = [
  ['/config/pricing', '.t'],
  ['/config/alerts', '.setting-head >> nth=1'],
  ['/config/webhooks', '.setting-head'],
  ['/config/sources', '.setting-head'],
  ['/settings/hooks', '.setting-row'],
  ['/settings/import', '.drop'],
  ['/settings/data', '.facts'],
  ['/settings/preferences', '.switch'],
  ['/settings/about', '.facts'],
] as const
