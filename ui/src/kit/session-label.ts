import { toolOf } from '../api/tools.js'
import type { Session } from '../api/types.js'
import { lastPart } from '../format/format.js'
import { t } from '../i18n/i18n.js'

/** Returns the name of a session, or its shortened id if it has none. */
export const titleOf = (session: Pick<Session, 'id' | 'name'>): string =>
  session.name ?? t('session.unnamed', { id: session.id.slice(0, 8) })

/** Returns the project of a session, its branch, and its tool unless it is the usual one: `dashboard · feat/charts · Codex`. */
export const placeOf = (session: Pick<Session, 'project' | 'git_branch' | 'provider'>): string =>
  [session.project === null ? t('session.noDirectory') : lastPart(session.project), ...restOfPlace(session)].join(' · ')

/** Returns the same without the project. */
export const restOfPlace = ({ git_branch, provider }: Pick<Session, 'git_branch' | 'provider'>): readonly string[] => [
  ...(git_branch === null ? [] : [git_branch]),
  ...(provider === 'codex' ? [toolOf(provider).name] : []),
]
