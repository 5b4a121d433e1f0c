import type { Plugin } from 'vite'

/** The cascade layers in their order: a later one wins, whatever its selectors. */
const LAYERS = '@layer theme, base, components, kit, pages, utilities, forced;'

const layerOf = (path: string): 'kit' | 'pages' => (path.includes('/src/kit/') ? 'kit' : 'pages')

/**
 * Puts each CSS module into its layer: those of `kit` below those of pages, so that a page can adjust a component of the kit.
 * The order is in every file, because chunks may load in any order.
 */
export const cssLayers = (): Plugin => ({
  name: 'css-layers',
  enforce: 'pre',
  transform(code, id) {
    const path = id.split('?')[0] ?? id
    if (path.endsWith('/src/theme/index.css')) return { code: `${LAYERS}\n${code}`, map: null }
    if (!path.endsWith('.module.css')) return undefined
    return { code: `${LAYERS}\n@layer ${layerOf(path)} {\n${code}\n}`, map: null }
  },
})
