import type { Plugin } from 'vite'

/**
 * Lets the browser request the fonts of every page together with the style sheet instead of after it. Only the build knows their
 * names. Fonts of symbols load when they are needed.
 */
export const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /-latin-wght-normal[^/]*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          // Fonts are requested without credentials. A preload with credentials would not match and would be fetched again.
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head' as const,
        })),
  },
})
