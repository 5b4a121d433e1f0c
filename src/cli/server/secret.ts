import { randomInt } from 'node:crypto'
import { Failure, USAGE } from '../exit.js'

/** Reads a secret from stdin, as a script passes it: without the line break at its end. */
export const secretFromStdin = async (): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}

const [ENTER, END, INTERRUPT] = ['\r\n', '\u0004', '\u0003']
const ERASE = '\u007f\b'

/** Asks for a secret at the terminal, without showing it. */
export const askSecret = (question: string): Promise<string> => {
  const { stdin, stderr } = process
  if (!stdin.isTTY) throw new Failure('there is no terminal to ask for the password: use --password-stdin', USAGE)
  stderr.write(question)
  stdin.setRawMode(true)
  return new Promise((resolve, reject) => {
    let typed: readonly string[] = []
    // Not an iterator of the stream: it would close the terminal, and another question may follow.
    const read = (chunk: Buffer): void => {
      const keys = Array.from(chunk.toString('utf8'))
      for (const [at, key] of keys.entries()) {
        if (key === INTERRUPT) return finish(() => reject(new Failure('interrupted')))
        if (ENTER.includes(key) || key === END) {
          const rest = keys.slice(at + 1).join('')
          return finish(() => {
            // Pasted together with this answer: it belongs to the next question.
            if (rest !== '') stdin.unshift(Buffer.from(rest))
            resolve(typed.join(''))
          })
        }
        typed = ERASE.includes(key) ? typed.slice(0, -1) : [...typed, key]
      }
    }
    const finish = (answer: () => void): void => {
      stdin.off('data', read)
      stdin.setRawMode(false)
      stdin.pause()
      stderr.write('\n')
      answer()
    }
    stdin.on('data', read)
    stdin.resume()
  })
}

/** Asks for a new secret twice. */
const askNewSecret = async (): Promise<string> => {
  const [first, second] = [await askSecret('Password: '), await askSecret('Again: ')]
  if (first !== second) throw new Failure('the passwords differ')
  return first
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP = 5

/** Returns a password that is easy to read out: about 99 bits. */
const generatedSecret = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join(''),
  ).join('-')

export interface SecretOptions {
  readonly passwordStdin?: true
  readonly generate?: true
}

/** Returns the new password that a command asks for, and whether it must be shown, because nobody knows it yet. */
export const newSecret = async ({
  passwordStdin,
  generate,
}: SecretOptions): Promise<{ secret: string; show: boolean }> => {
  if (passwordStdin === true && generate === true) throw new Failure('use either --password-stdin or --generate', USAGE)
  if (generate === true) return { secret: generatedSecret(), show: true }
  return { secret: passwordStdin === true ? await secretFromStdin() : await askNewSecret(), show: false }
}

/** Asks a yes-or-no question. Without a terminal, `--yes` is needed. */
export const confirmed = async (question: string, yes: true | undefined): Promise<boolean> => {
  if (yes === true) return true
  const { stdin, stderr } = process
  if (!stdin.isTTY) throw new Failure('this needs --yes where there is no terminal to ask', USAGE)
  stderr.write(`${question} [y/N] `)
  for await (const chunk of stdin) {
    stdin.pause()
    return /^y(?:es)?\s*$/i.test((chunk as Buffer).toString('utf8'))
  }
  return false
}
