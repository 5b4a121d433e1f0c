/** The minimum distance to the edges of the window. */
const EDGE_PX = 8
/** Between the tooltip and what it explains. */
const GAP_PX = 6

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}
interface Size {
  readonly width: number
  readonly height: number
}

/** Returns the place of a tooltip: centred above its anchor, or below it if there is no space, and always inside the window. */
export function placeOfTip(anchor: Box, tip: Size, view: Size): { readonly left: number; readonly top: number } {
  const above = anchor.top - GAP_PX - tip.height
  const below = Math.min(anchor.bottom + GAP_PX, view.height - EDGE_PX - tip.height)
  const centred = (anchor.left + anchor.right - tip.width) / 2
  const left = Math.max(EDGE_PX, Math.min(centred, view.width - EDGE_PX - tip.width))
  return { left: Math.round(left), top: Math.round(above >= EDGE_PX ? above : Math.max(EDGE_PX, below)) }
}
