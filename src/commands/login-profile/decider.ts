import { decideLoginProfile, type KnownProfiles } from '../../domain/login-profile/decide.js'
import { loginProfileStream } from '../../events/streams.js'
import { loginProfiles } from '../../projections/queries/login-profiles.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

/** Commands about one saved login. */
export const loginProfile = defineDecider({
  stream: (name: string) => loginProfileStream(name),
  load: (db: Reader): KnownProfiles => ({ profiles: loginProfiles(db) }),
  decide: decideLoginProfile,
})
