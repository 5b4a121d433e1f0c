import type { Issue } from './issue.js'

/** The longest title that is made from a prompt. */
const LONGEST_TITLE = 60
/** Words of a prompt that name its branch. */
const WORDS = 4

/** Words that say nothing about a task, in English and German. */
const EMPTY = new Set(
  `a an the this that these those and or but so if then than as at by for from in into of off on onto to with without is are be was were
   it its we you i me my our your he she they them please can could should would will must need needs want make sure
   der die das den dem des ein eine einen einem einer und oder aber dass wenn dann als an auf aus bei für von vor in im ins ist sind
   zu zum zur mit ohne bitte kann soll sollte muss wir du ich es wird werden`.split(/\s+/),
)

const firstLine = (prompt: string): string =>
  prompt
    .split(/\r?\n/)
    .map((line) => line.replace(/^[\s#>*-]+/, '').trim())
    .find((line) => line !== '') ?? ''

/** Returns the first sentence of a prompt: up to its first full stop, question or exclamation mark that ends a word. */
const firstSentence = (prompt: string): string =>
  firstLine(prompt).replace(/(?<=\p{L}{2}|\d|\)|["'”’`])[.!?:](?:\s.*|)$/su, '')

/** Returns the text that names a lane. The address of an issue says nothing there; within a sentence, it is the number. */
const tellingText = (prompt: string, issue: Issue | null): string => {
  if (issue === null) return prompt
  const { url, label, words, isRequest } = issue
  const named = prompt
    .split(/\r?\n/)
    .map((line) => (line.trimStart().startsWith(url) ? line.replaceAll(url, '') : line.replaceAll(url, label)))
    .join('\n')
  const kind = isRequest ? 'Pull request' : 'Issue'
  return firstLine(named) === '' ? words || `${kind} ${label}` : named
}

/**
 * Returns the title of a lane for a prompt: its first sentence, cut at a word after 60 characters. Empty for a prompt without text.
 * @param issue the one that the prompt names by its address
 */
export const titleOfPrompt = (prompt: string, issue: Issue | null): string => {
  const sentence = Array.from(firstSentence(tellingText(prompt, issue)).replace(/\s+/g, ' '))
  if (sentence.length <= LONGEST_TITLE) return sentence.join('')
  const cut = sentence.slice(0, LONGEST_TITLE - 1).join('')
  const atWord = cut.replace(/\s+\S*$/, '')
  return `${(atWord.length > LONGEST_TITLE / 2 ? atWord : cut).trimEnd()}…`
}

/**
 * Returns what names the branch for a prompt: the first four words of its first sentence that carry its meaning, after the number of
 * the issue that it names.
 */
export const branchWords = (prompt: string, issue: Issue | null): string => {
  const number = issue?.label.replace(/^\W/, '') ?? ''
  const words = (firstSentence(tellingText(prompt, issue)).match(/[\p{L}\p{N}][\p{L}\p{N}._'’-]*/gu) ?? []).filter(
    (word) => word !== number,
  )
  const telling = words.filter((word) => !EMPTY.has(word.toLowerCase()))
  return [number, ...(telling.length > 1 ? telling : words).slice(0, WORDS)].filter((word) => word !== '').join(' ')
}

/** Returns the prompts of a text in which each line is the prompt of one lane. */
export const promptsByLine = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '').trim())
    .filter((line) => line !== '')
