import type { Session } from '../api/types.js'

type Asked = Pick<Session, 'name' | 'cwd' | 'git_branch' | 'situation' | 'headline'>

/**
 * Returns whether the name, directory, branch or open question of a session contains all terms. What it does now is not
 * compared: it changes each second, and rows would come and go.
 */
export function isMeant({ name, cwd, git_branch, situation, headline }: Asked, words: string): boolean {
  const question = situation === 'needs_you' ? headline?.text : undefined
  const text = [name, cwd, git_branch, question].join('\n').toLocaleLowerCase()
  return words
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
