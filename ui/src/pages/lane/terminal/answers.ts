import type { Session } from '../../../api/types.js'
import type { Request } from '../../../kit/request.js'

/** An answer that can be typed into the terminal of an agent. */
export type Answer =
  | { readonly is: 'option'; readonly label: string; readonly description: string; readonly keys: string }
  | { readonly is: 'allow' | 'deny'; readonly keys: string }

const ESC = '\u001b'
/** The key that allows a tool call once, in the permission dialog of each CLI. Both deny it with Esc. */
const ALLOW = { claude: '1', codex: 'y' } as const
/** Options beyond this have no key. */
const MOST = 9

/** Returns the answers that one key gives; none if the question needs more than a key. */
export function answersOf(
  { provider, headline }: Pick<Session, 'provider' | 'headline'>,
  request: Request | undefined,
): readonly Answer[] {
  const questions = request?.questions ?? []
  const [asked] = questions
  if (asked !== undefined) {
    if (questions.length > 1 || asked.isMultiple || asked.options.length > MOST) return []
    return asked.options.map((option, index) => ({ is: 'option', ...option, keys: String(index + 1) }))
  }
  if (headline?.kind !== 'permission' || headline.tool === null) return []
  return [
    { is: 'allow', keys: ALLOW[provider] },
    { is: 'deny', keys: ESC },
  ]
}
