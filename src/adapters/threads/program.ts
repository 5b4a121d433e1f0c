/**
 * Returns the program of a worker thread, which is beside the module that starts it: in the sources as `name.ts`, in the build as
 * `name.js` (see vite.config.ts).
 * @param module the `import.meta.url` of the module that starts the thread
 */
export const programBeside = (module: string, name: string): URL =>
  new URL(`./${name}${module.endsWith('.ts') ? '.ts' : '.js'}`, module)

/** A thread of Node 20 cannot load TypeScript by itself, so this program loads a worker from its sources. */
export const LOADER = new URL('./from-source.mjs', import.meta.url)
