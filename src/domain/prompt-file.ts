import { short } from './text.js'

/** Characters. The argument must stay short. */
const HEAD = 600

const BEFORE_PATH = 'Read the file '
const AFTER_PATH = '. It is the prompt: do what it says. It begins with: '
/** The file of a run, as the service names it. */
const IS_PROMPT_FILE = /\/run_[0-9A-Za-z_]+\.prompt$/
const LONGEST_PATH = 4096

/**
 * Returns the prompt that makes an agent read a long one from a file. It also contains how the long one begins, on the same line,
 * so that the terminal and the history show what was asked.
 */
export const promptInFile = (path: string, prompt: string): string =>
  `${BEFORE_PATH}${path}${AFTER_PATH}${short(prompt.slice(0, HEAD * 4).replace(/\s+/g, ' '), HEAD)}`

/** Returns how the long prompt begins if a text is one that `promptInFile` made; other texts unchanged. */
export const withoutPromptFile = (text: string): string => {
  if (!text.startsWith(BEFORE_PATH)) return text
  const end = text.indexOf(AFTER_PATH)
  if (end < 0 || end > LONGEST_PATH || !IS_PROMPT_FILE.test(text.slice(0, end))) return text
  return text.slice(end + AFTER_PATH.length)
}
