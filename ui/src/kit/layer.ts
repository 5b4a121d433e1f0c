/** Marks what lies over the page. Single-key commands of the page do nothing while such an element is open. */
export const LAYER = { 'data-layer': '' } as const

/** Matches everything that lies over the page. */
export const OPEN_LAYER = 'dialog[open], :popover-open:not([role="tooltip"]), [data-layer]'
