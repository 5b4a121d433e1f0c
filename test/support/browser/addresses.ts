/** The sections of Alerts and Settings, each with a selector that appears once it is loaded. */
export const SECTIONS = [
  ['/alerts', '[role="switch"]'],
  ['/settings/preferences', 'fieldset'],
  ['/settings/hooks', 'h2'],
  ['/settings/pricing', 'tbody tr'],
  ['/settings/data', 'dl'],
  ['/settings/import', '[data-drop]'],
  ['/settings/machines', 'main section'],
  ['/settings/about', 'main section .num'],
] as const
