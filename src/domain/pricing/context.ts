import type { Provider } from '../tools/catalog.js'
import type { Usage } from '../transcript/facts/facts.js'

/** How many of the prompt limits below a request exceeds. It depends on the request alone, so a changed rule reprices history. */
export type ContextSize = 0 | 1 | 2

/** Prompts with more tokens than this have long-context prices: 200,000 at Anthropic, 272,000 at OpenAI. */
export const LONG_ABOVE: Readonly<Record<Provider, number>> = { claude: 200_000, codex: 272_000 }

const LEAST_LONG: Readonly<Record<Provider, ContextSize>> = { claude: 1, codex: 2 }

/** Returns the size class of a request. Its prompt is the fresh input plus what it read from and wrote to the cache. */
export const contextSizeOf = ({ input, cacheRead, cacheWrite }: Usage): ContextSize => {
  const prompt = input + cacheRead + cacheWrite
  if (prompt > LONG_ABOVE.codex) return 2
  return prompt > LONG_ABOVE.claude ? 1 : 0
}

/** Whether a provider bills a request of this size at its long-context prices. */
export const isLongContext = (provider: Provider, size: ContextSize): boolean => size >= LEAST_LONG[provider]

const SUM_PREFIX = 'bundle:'

/** Returns the message key of a token row of a bundle. No message of a transcript has such a key. */
export const keyOfSum = (session: string, row: number): string => `${SUM_PREFIX}${session}:${row}`

/**
 * Whether a message key is that of a bundle's token row. Such a row is a sum of requests, so its size says nothing about each of
 * them.
 */
export const isKeyOfSum = (message: string): boolean => message.startsWith(SUM_PREFIX)
