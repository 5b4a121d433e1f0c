// Runs before the first paint, so that a dark room never sees a white flash. Keep the keys in step with theme/display.ts.
{
  const root = document.documentElement
  let theme = 'system'
  let density = 'comfortable'
  try {
    theme = localStorage.getItem('switchyard.theme') ?? theme
    density = localStorage.getItem('switchyard.density') ?? density
  } catch {
    // Storage is refused in some private windows: the system's theme is a good answer.
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  root.dataset.density = density === 'compact' ? 'compact' : 'comfortable'
}
