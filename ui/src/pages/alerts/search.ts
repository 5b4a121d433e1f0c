export interface AlertsSearch {
  /** Without it the rules are shown. */
  readonly view?: 'history'
  /** Opens the form: the id of a rule or a budget, `new`, or `new-` and the key of a preset. */
  readonly edit?: string
}

/** Reads the address of the page. */
export const alertsSearch = ({ view, edit }: Record<string, unknown>): AlertsSearch => ({
  ...(view === 'history' ? { view } : {}),
  ...(typeof edit === 'string' && edit !== '' ? { edit } : {}),
})
