import { toolsOfKind } from '../kit/tool-kinds.js'
import { textOf, textsOf } from '../events/search.js'

/** Which calls are shown. It is stored in the address of the page. */
export interface CallsSearch {
  readonly tool?: readonly string[]
  readonly q?: string
  readonly failed?: true
  /** Only questions of agents to the user. */
  readonly questions?: true
}

/** Reads the filters of a list of calls from an address. */
export function callsSearch({ tool, q, failed, questions }: Record<string, unknown>): CallsSearch {
  const [tools, text] = [textsOf(tool), textOf(q)]
  return {
    ...(tools.length === 0 ? {} : { tool: tools }),
    ...(text === undefined ? {} : { q: text }),
    ...(failed === true ? { failed } : {}),
    ...(questions === true && failed !== true ? { questions } : {}),
  }
}

/** Returns the tools whose calls are shown: the chosen ones, or those that ask the user. */
export const toolsShown = ({ tool, questions }: CallsSearch): readonly string[] | undefined =>
  questions === true ? toolsOfKind('question') : tool
