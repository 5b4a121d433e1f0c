import { toolOf } from '../api/tools.js'
import { ownerShown } from '../api/own-rows.js'
import type { Session } from '../api/types.js'
import { lastPart } from '../format/format.js'
import { t } from '../i18n/i18n.js'

/** Returns the name of a session, or its shortened id if it has none. */
export const titleOf = (session: Pick<Session, 'id' | 'name'>): string =>
  session.name ?? t('session.unnamed', { id: session.id.slice(0, 8) })

type Placed = Pick<Session, 'git_branch' | 'provider'> & { readonly owner_username?: string | undefined }

/** Returns the project of a session, its branch, and its tool unless it is the usual one: `dashboard · feat/charts · Codex`. */
export const placeOf = (session: Placed & Pick<Session, 'project'>): string =>
  [session.project === null ? t('session.noDirectory') : lastPart(session.project), ...restOfPlace(session)].join(' · ')

/** Returns the same without the project. */
export const restOfPlace = (session: Placed): readonly string[] => [
  ...(session.git_branch === null ? [] : [session.git_branch]),
  ...(session.provider === 'codex' ? [toolOf(session.provider).name] : []),
  ...ownerShown(session),
]
