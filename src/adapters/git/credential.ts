import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type * as Scope from 'effect/Scope'
import type { Logins, RemoteLogin } from '../../commands/ports/git-remotes.js'
import type { LoginRequired } from '../../domain/git/failures.js'
import { isSamePlace, placeOf, type RemotePlace } from '../../domain/git/remote-url.js'

/** The environment of a git command that asks for logins, and what it asked. */
export interface CredentialHelper {
  readonly variables: Readonly<Record<string, string>>
  /** What a login was missing or refused for. */
  readonly required: () => LoginRequired['auth'] | null
  readonly accepted: () => readonly RemotePlace[]
}

/** The setting `credential.helper` that runs the helper. */
export const HELPER_SETTING = '!"$SWITCHYARD_GIT_NODE" -e "$SWITCHYARD_GIT_HELPER"'

// Git starts it for each question. It passes the question on, so that it needs no login itself.
const PROGRAM = `
const socket = require('net').connect(process.env.SWITCHYARD_GIT_SOCKET)
socket.on('error', () => {}).pipe(process.stdout)
socket.write(process.env.SWITCHYARD_GIT_NONCE + '\\n' + process.argv[1] + '\\n')
process.stdin.pipe(socket)`

const MAX_QUESTION = 64 * 1024

/**
 * Opens a credential helper for one git command: a socket in a private directory, closed with the scope. The login is neither in
 * arguments nor in the environment, and the nonce in the environment is worthless when the command has ended.
 */
export const credentialHelper = (logins: Logins): Effect.Effect<CredentialHelper, never, Scope.Scope> =>
  Effect.gen(function* () {
    const nonce = randomBytes(32).toString('hex')
    const accepted: RemotePlace[] = []
    let required: LoginRequired['auth'] | null = null

    const answer = async (question: string): Promise<string> => {
      const { operation, place, username } = read(question, nonce)
      if (place === null) return ''
      if (operation === 'store') accepted.push(place)
      if (operation === 'erase') required = { ...place, username, rejected: true }
      if (operation !== 'get') return ''
      const isRefused = required?.rejected === true && isSamePlace(required, place)
      const login = isRefused ? null : await logins(place)
      if (login !== null) return printed(login)
      required ??= { ...place, username, rejected: false }
      return ''
    }
    const socket = yield* listening(answer)
    return {
      variables: {
        SWITCHYARD_GIT_NODE: process.execPath,
        SWITCHYARD_GIT_HELPER: PROGRAM,
        SWITCHYARD_GIT_SOCKET: socket,
        SWITCHYARD_GIT_NONCE: nonce,
      },
      required: () => required,
      accepted: () => accepted,
    }
  })

const printed = ({ username, password }: RemoteLogin): string => `username=${username}\npassword=${password}\n`

const NOTHING = { operation: '', place: null, username: null }

/** Reads a question: the nonce, the operation, and lines of git's credential format. */
const read = (question: string, nonce: string) => {
  const [sent, operation = '', ...lines] = question.split('\n')
  if (sent !== nonce) return NOTHING
  const valueOf = (name: string): string | null =>
    lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
  return { operation, place: placeOf(valueOf('protocol'), valueOf('host')), username: valueOf('username') }
}

/** Answers questions at a socket, and returns its path. */
const listening = (answer: (question: string) => Promise<string>): Effect.Effect<string, never, Scope.Scope> =>
  Effect.gen(function* () {
    // Only this user can enter it. The path of a socket must be short, which that of the data directory may not be.
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), 'switchyard-git-'))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true })),
    )
    const socket = join(folder, 's')
    yield* Effect.acquireRelease(
      Effect.async<Server>((resume) => {
        const server = createServer({ allowHalfOpen: true }, (client) => converse(client, answer))
        // Also when no connection can be accepted: git then gets no login. Without a listener it would crash the process.
        server.on('error', (error) => resume(Effect.die(error)))
        server.listen(socket, () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => server.close()),
    )
    return socket
  })

const converse = (client: Socket, answer: (question: string) => Promise<string>): void => {
  let question = ''
  client.setEncoding('utf8')
  client.on('error', () => undefined)
  client.on('data', (text: string) => {
    question += text
    if (question.length > MAX_QUESTION) client.destroy()
  })
  client.on('end', () => {
    answer(question).then(
      (text) => client.end(text),
      () => client.destroy(),
    )
  })
}
