/** Counts changes of what the service and the helper say to each other. Those of different counts cannot work together. */
export const PROTOCOL = 1

/** What an account needs to know of the service. */
export interface AccountSettings {
  /** The prefix of the branch names of lanes. */
  readonly branchPrefix: string
}

/** What the helper can be asked for: one line of JSON on its standard input. */
export type Job =
  | { readonly verb: 'version' }
  /** Makes the account and the home of a user, or repairs them. */
  | { readonly verb: 'add'; readonly username: string }
  /** Ends what runs as the account of a user, and deletes the account and its home. */
  | { readonly verb: 'remove'; readonly username: string }
  /** Becomes the account of a user, and answers calls as a channel from then on. */
  | { readonly verb: 'serve'; readonly username: string; readonly settings: AccountSettings }

/** What the helper answers with, as one line of JSON; `serve` is answered before the first message. */
export type JobAnswer =
  | { readonly ok: true; readonly version?: string; readonly protocol?: number }
  | { readonly ok: false; readonly message: string }
