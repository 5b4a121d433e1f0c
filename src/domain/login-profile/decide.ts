import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import { isSameLabel } from './fields.js'

/** More logins than anybody switches between. */
const MOST = 100

interface Labelled {
  readonly name: string
  readonly label: string
}

export interface KnownProfiles {
  readonly profiles: readonly (Labelled & { readonly revision: string })[]
}

/** A profile with the name of its login in the vault. */
type Saved = Labelled & { readonly revision: string }

const taken = ({ profiles }: KnownProfiles, { name, label }: Labelled) =>
  profiles.some((one) => one.name !== name && isSameLabel(one.label, label))
    ? reject('EEXISTS', `another login is called ${label}`, { fields: { field: 'label' } })
    : undefined

const absent = () => refuse(reject('ENOTFOUND', 'there is no such login'))

/** Saves a new login, or the one that a profile has now. */
const save = (known: KnownProfiles, profile: Saved) => {
  const refused = taken(known, profile)
  if (refused !== undefined) return refuse(refused)
  if (known.profiles.length >= MOST && !known.profiles.some(({ name }) => name === profile.name))
    return refuse(reject('EBADFIELD', `at most ${MOST} logins can be saved`))
  return accept({ type: 'login-profile-saved', data: { ...profile } })
}

const relabel = (known: KnownProfiles, { name, label }: Labelled) => {
  const profile = known.profiles.find((one) => one.name === name)
  if (profile === undefined) return absent()
  const refused = taken(known, { name, label })
  if (refused !== undefined) return refuse(refused)
  return profile.label === label ? accept() : accept({ type: 'login-profile-relabelled', data: { name, label } })
}

/** Records that new sessions use a login. */
const activate = ({ profiles }: KnownProfiles, { name }: { readonly name: string }) =>
  profiles.some((one) => one.name === name) ? accept({ type: 'login-profile-activated', data: { name } }) : absent()

const remove = ({ profiles }: KnownProfiles, { name }: { readonly name: string }) =>
  profiles.some((one) => one.name === name) ? accept({ type: 'login-profile-removed', data: { name } }) : absent()

export const decideLoginProfile = { save, relabel, activate, remove }
