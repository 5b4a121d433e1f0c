import { toolOf } from '../api/tools.js'
import type { Session } from '../api/types.js'
import { lastPart } from '../format/format.js'
import { t } from '../i18n/i18n.js'

/** What a person calls the session; the id only shortened and only when there is nothing else. */
export const titleOf = (session: Pick<Session, 'id' | 'name'>): string =>
  session.name ?? t('session.unnamed', { id: session.id.slice(0, 8) })

/** Where it runs, on which branch, and which tool when that is not the usual one: `dashboard · feat/charts · Codex`. */
export const placeOf = (session: Pick<Session, 'cwd' | 'git_branch' | 'provider'>): string =>
  [session.cwd === null ? t('session.noDirectory') : lastPart(session.cwd), ...restOfPlace(session)].join(' · ')

/** The place without the directory: the branch, and the tool when that is not the usual one. */
export const restOfPlace = ({ git_branch, provider }: Pick<Session, 'git_branch' | 'provider'>): readonly string[] => [
  ...(git_branch === null ? [] : [git_branch]),
  ...(provider === 'codex' ? [toolOf(provider).name] : []),
]
