import type { OwnerId } from '../domain/access/author.js'
import { Schema as S } from '../domain/schema.js'

/** The owner of a row, in an event. */
export const Owner: S.Schema<OwnerId> = S.Union(S.Literal('local'), S.TemplateLiteral(S.Literal('user:'), S.String))
