import { textOf } from '../events/search.js'

/** Which calls are shown; it lives in the address of the page that shows them. */
export interface CallsSearch {
  readonly tool?: string
  readonly q?: string
  readonly failed?: true
}

/** Reads the filters of a list of calls from an address. */
export function callsSearch({ tool, q, failed }: Record<string, unknown>): CallsSearch {
  const [toolName, text] = [textOf(tool), textOf(q)]
  return {
    ...(toolName === undefined ? {} : { tool: toolName }),
    ...(text === undefined ? {} : { q: text }),
    ...(failed === true ? { failed } : {}),
  }
}
