import type { Session } from '../api/types.js'

type Asked = Pick<Session, 'name' | 'cwd' | 'git_branch' | 'situation' | 'headline'>

/**
 * Whether each of the words stands in what a session is told apart by: its name, folder, branch, and the question it asks. What
 * it does at the moment is another thing a second later: a row found by that would come and go.
 */
export function isMeant({ name, cwd, git_branch, situation, headline }: Asked, words: string): boolean {
  const question = situation === 'needs_you' ? headline?.text : undefined
  const text = [name, cwd, git_branch, question].join('\n').toLocaleLowerCase()
  return words
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
