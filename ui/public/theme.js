// Runs before the first paint, so that a dark theme never flashes white. Keep the keys in sync with theme/display.ts.
{
  const { dataset } = document.documentElement
  const chosen = (name) => {
    try {
      return localStorage.getItem(`switchyard.${name}`)
    } catch {
      // Some private windows have no storage: the system settings apply.
      return null
    }
  }
  const wanted = (query) => matchMedia(query).matches
  const theme = chosen('theme')
  const dark = theme === 'dark' || (theme !== 'light' && wanted('(prefers-color-scheme: dark)'))
  dataset.theme = dark ? 'dark' : 'light'
  dataset.density = chosen('density') === 'compact' ? 'compact' : 'comfortable'
  dataset.contrast = chosen('contrast') === 'more' || wanted('(prefers-contrast: more)') ? 'more' : 'normal'
  dataset.motion = chosen('motion') === 'reduced' || wanted('(prefers-reduced-motion: reduce)') ? 'reduced' : 'full'

  const { style } = document.documentElement
  let ratio
  // The zoom changes the width in CSS pixels.
  const measureScrollbar = () => {
    if (ratio === devicePixelRatio) return
    ratio = devicePixelRatio
    const box = document.createElement('div')
    box.style.cssText = 'position:absolute;visibility:hidden;width:99px;overflow:scroll;scrollbar-width:thin'
    document.documentElement.append(box)
    style.setProperty('--bar', `${box.offsetWidth - box.clientWidth}px`)
    box.remove()
  }
  measureScrollbar()
  addEventListener('resize', measureScrollbar)
}
