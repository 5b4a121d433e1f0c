/**
 * Returns the row of a session or of another item, if it is rendered. Rows are selected by focusing them, so that the keys and the
 * Tab key agree.
 */
export const rowOf = (id: string) =>
  document.querySelector<HTMLElement>(`:is([data-session="${CSS.escape(id)}"], [data-key="${CSS.escape(id)}"])`)
