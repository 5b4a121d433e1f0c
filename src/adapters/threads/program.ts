/**
 * Returns the program of a worker thread, which is beside the module that starts it: in the sources as `name.ts`, in the build as
 * `name.js` (see vite.config.ts).
 * @param module the `import.meta.url` of the module that starts the thread
 */
export const programBeside = (module: string, name: string): URL =>
  new URL(`./${name}${module.endsWith('.ts') ? '.ts' : '.js'}`, module)

/** Node 20 cannot load TypeScript by itself, so this program loads another from its sources. */
const LOADER = new URL('./from-source.mjs', import.meta.url)

/** Returns the file to start for a program. Its first argument must be the address of the program. */
export const entryOf = (program: URL): URL => (program.pathname.endsWith('.ts') ? LOADER : program)
