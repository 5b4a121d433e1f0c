/**
 * Returns the row of a session, if it is rendered. Rows are selected by focusing them, so that the keys and the Tab key agree.
 */
export const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-session="${CSS.escape(id)}"]`)
