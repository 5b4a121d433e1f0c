import type { CustomItemComponentProps } from 'virtua'

/**
 * The place of an item in a list that draws what is near. Until it is measured an item must not be seen; hidden by `visibility`,
 * all that is in it would have its style worked out a second time when it is shown, and by its opacity only itself.
 */
export function Place({ ref, style: { visibility, ...style }, children }: CustomItemComponentProps) {
  return (
    <div ref={ref} style={visibility === 'hidden' ? { ...style, opacity: 0 } : style}>
      {children}
    </div>
  )
}
