/** Tokens of one session and model, each message counted once. */
export interface Tokens {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  /** The part of `cacheWrite` with a lifetime of one hour. */
  readonly cacheWrite1h: number
}

export const noTokens: Tokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWrite1h: 0 }

export const addTokens = (one: Tokens, other: Tokens): Tokens => ({
  input: one.input + other.input,
  output: one.output + other.output,
  cacheRead: one.cacheRead + other.cacheRead,
  cacheWrite: one.cacheWrite + other.cacheWrite,
  cacheWrite1h: one.cacheWrite1h + other.cacheWrite1h,
})

/** Tokens by session and model; subagents count in their session. */
export type TokensBySession = Record<string, Record<string, Tokens>>

/** The expected figures of a generated history. */
export interface Manifest {
  readonly sessions: number
  readonly files: number
  readonly lines: number
  readonly bytes: number
  /** Model replies. A reply takes one to three lines. */
  readonly messages: number
  /** Lines that are not JSON. */
  readonly broken: number
  readonly turns: number
  readonly tokens: Tokens
  readonly bySession: TokensBySession
}
