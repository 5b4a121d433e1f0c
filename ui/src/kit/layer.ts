/** Marks a layer over the page. Single-key shortcuts of the page are off while one is open. */
export const LAYER = { 'data-layer': '' } as const

/** Matches every layer over the page. */
export const OPEN_LAYER = 'dialog[open], :popover-open:not([role="tooltip"]), [data-layer]'
