/** What a part of a line is: a keyword, a literal, a name that is declared or set, or a comment. */
export type SyntaxKind = 'key' | 'str' | 'fn' | 'cm'

/** A part of a line. Plain text has no kind. */
export interface Token {
  readonly text: string
  readonly kind: SyntaxKind | undefined
}
